/**
 * Vaults in another style than the others, written before anything was tuned: keyword notes, dictated sentences, and advice without
 * "always" or "prefer". No rule may be chosen by their results.
 */
import type { VaultWords } from '../made-vault.ts';

export const HELD_OUT: readonly VaultWords[] = [
  {
    name: 'held-out-firmware-en',
    size: 150,
    wanted: `
gu| keep replies under ten lines unless I say "long"
gu| About me: Ravi, embedded engineer, 12 years of C, new to Rust.
gu| no emojis in commit messages or docs, please
pu| board rev C is the only one that ships; ignore rev A and B
pa+| flash: probe-rs run --chip STM32F411
pa| UART console at 921600 baud, second USB port
pa| Motor limits: 2.4 A continuous, 6 A peak for 200 ms.
pu*| SAFETY: arm must be unpowered before anybody swaps the gripper
pa| unit tests on host: cargo test --target x86_64-unknown-linux-gnu
pu| picked embassy over RTIC, mainly for async drivers
pa| Elena has the oscilloscope and signs off anything touching the power stage.
pa| the CAN ids are documented in docs/can.dbc, which generates src/can.rs
pu| no heap allocation in interrupt context, ever
pa| Firmware images are signed with the key on the build machine "anvil".
pu| demo for the customer: week of 9 November, grasping only
`,
    noise: `
Spent the afternoon on {P}; oscilloscope says {N} mV of ripple.
{P} looked fine again after a power cycle.
Swapped {P} for a spare one, serial {N}.
Traced a hang to {P}, off by {N} ticks, patched.
Read the errata of {P}, page {N}.
{P} has {N} registers.
Built image {N}, ran it over lunch next to {P}.
Asked the vendor about {P}, ticket {N}.
Solder bridge on {P}, cleaned.
Wrote a little script that plots {P}.
Discussed {P} in stand-up.
Measured {N} µs for {P}, before it was more.
{P} is made by the same factory as the fan.
`,
    parts: {
      P: `the encoder|the current sensor|the watchdog|the gripper spring|the IMU|the bootloader|the flash driver|the level shifter|the CAN transceiver|the brake|the 5 V rail|the DMA channel`,
    },
  },
  {
    name: 'held-out-shop-es',
    size: 700,
    wanted: `
gu| Háblame de tú y en español, aunque el código esté en inglés.
gu| Soy Marta, llevo sola la tienda en línea y programo por las noches.
gu| Los importes siempre con dos decimales y el símbolo detrás.
pu| Elegimos WooCommerce y no Shopify por las comisiones.
pa| El entorno de pruebas está en pruebas.almazara.example, usuario demo.
pa+| Para publicar: make publicar, y luego vaciar la caché del proveedor.
pu*| Nunca tocar la base de datos de producción a mano.
pa| Los pedidos salen con la mensajería Rápida; el contacto es Iñaki.
pu| No se envía a Canarias.
pa| Las facturas llevan la serie AL seguida del año.
pa| Copia de seguridad diaria a las 03:30 en el disco de casa.
pu| El aceite de la cosecha nueva se vende desde el 15 de noviembre.
pa| La gestoría Pardo recibe los libros antes del día 5 de cada mes.
pu| Las fotos de producto, sobre fondo blanco y cuadradas.
pa| El IVA del aceite es del 4 %.
`,
    noise: `
Hoy {C} preguntó por {P}.
Pedido {N}: {P} para {C}.
Cambié la foto de {P}.
{C} devolvió {P}, estaba roto.
Ayer se vendieron {N} unidades de {P}.
Corregido el enlace de {P}.
Mirado el precio de {P} en otra tienda: {N} céntimos.
{C} dejó una reseña de {P}.
Llamada de {C}, nada urgente, hablamos de {P}.
La ficha de {P} tiene {N} visitas.
Probé otro color para el botón de {P}.
En el almacén quedaban {N} de {P}.
`,
    parts: {
      C: `la señora Gil|Óscar|un cliente de Vigo|Lourdes|el bar Sol|don Andrés|una clienta de Lugo|Teresa|Ramón|el hotel Mar`,
      P: `la lata pequeña|la botella|el estuche|el jabón|las aceitunas|el vinagre|la garrafa|el lote de regalo|el paté|la crema|el cupón|la bolsa`,
    },
  },
  {
    name: 'held-out-lab-en',
    size: 1_800,
    wanted: `
gu| When I ask for numbers I want a table, not prose.
gu| I am Yuki, postdoc, and my working day is 11 to 20 h.
gu| Call me out when an argument is weak. I can take it.
pu| Question of the project: does the enzyme fold without its chaperone?
pu*| The -80 freezer on floor 3 fails; samples belong in the one on floor 2.
pa| Buffer recipe: 50 mM Tris pH 7.5, 150 mM NaCl, 1 mM DTT, DTT fresh.
pa+| Beam time is booked through the portal, proposal 88213, PI code HARU.
pu| Plates rather than flasks from now on: the yields are the same and it is cheaper.
pa| Sequences are named year_month_construct, for example 2026_03_dN12.
pa| Processing: conda activate fold, then snakemake --cores 8.
pa| Marek orders chemicals on Mondays; Ilse handles anything radioactive.
pu| The competitor in Basel must not hear of the dN12 mutant before the paper is out.
pu| Gels get photographed before staining and after.
pa| The paper goes to Structure; figures in 85 mm columns, Helvetica.
pa| Grant report: 31 January, two pages, to the foundation's portal.
`,
    noise: `
{S} gave a faint band at {N} kDa.
Thawed {S}, aliquot {N}.
{S} expressed overnight, pellet {N} mg.
Spin {N} of {S} leaked, repeated.
Column with {S}: peak at fraction {N}.
Journal club about {S}, {W} presented.
{W} borrowed the pipette for {S}.
Melting curve of {S} came out at {N} in arbitrary units.
Dilution {N} of {S} made this morning.
{W} thinks that {S} is contaminated.
Noted the lot number {N} of the kit used for {S}.
Refitted {S}, chi square {N}.
{S} sits in box {N}.
{W} and I walked through the data of {S}.
`,
    parts: {
      S: `dN1|dN2|dN3|dN4|the wild type|the His tag variant|the blank|the ladder|mutant K44|mutant R12|the chimera|the truncated form|the dimer|the control`,
      W: `Marek|Ilse|Joon|Petra|the summer student|Amir|Wen|Bea`,
    },
  },
  {
    name: 'held-out-choir-de',
    size: 40,
    wanted: `
gu| Duze mich ruhig, aber schreib Rundmails in der Sie-Form.
gu| Ich heiße Friederike, leite den Kirchenchor und bin von Beruf Apothekerin.
gu| Listen für den Chor als Tabelle mit Stimme und Name.
pu| Geprobt wird montags 19:30 im Gemeindesaal, in den Ferien nicht.
pu*| Keine Telefonnummern der Mitglieder in Rundmails!
pa| Noten liegen im Schrank 2, der Schlüssel hängt bei Küster Brehm.
pu| Statt Mozart nun doch Rheinberger, die Soli sind zu schwer.
pa| Das Konzert findet am 6. Dezember um 17 Uhr in St. Marien statt.
pa| An der Orgel: Herr Tanaka, Honorar 250 Euro.
pa| Kasse und Beiträge macht Ulla, 60 Euro im Jahr.
pu| Männerstimmen fehlen, neue Tenöre gehen vor.
pa| Plakate druckt Copyshop Linde, Vorlauf eine Woche.
pu| Alt 2 steht links, Sopran rechts, anders als früher.
pa| Wer solistisch singt, probt schon um 18:45.
pa| Versicherung der Instrumente läuft über die Gemeinde, Police 4471.
`,
    noise: `
{W} war heute heiser.
Takt {N} in {S} noch einmal geübt.
{W} hat Kuchen mitgebracht.
In {S} die Atemzeichen ab Takt {N} eingetragen.
{W} fand {S} zu langsam.
Kopie {N} von {S} fehlt.
Nach der Probe mit {W} über {S} gesprochen.
`,
    parts: {
      W: `Helga|Jürgen|Anneliese|Paul|Sabine|Ottokar`,
      S: `das Kyrie|das Gloria|das Credo|das Sanctus|das Agnus Dei|die Zugabe`,
    },
  },
  {
    name: 'held-out-family-es',
    size: 350,
    wanted: `
gu| A mi hija le da alergia el kiwi, ojo con los postres.
gu| Me llamo Andrés, viudo, dos hijos: Irene (14) y Hugo (9).
gu| Dame las recetas para tres personas.
gu| los domingos no se cocina, se come donde la abuela
pu| La hipoteca se revisa en abril con el banco Cántabro.
pu*| El inhalador de Hugo va en la mochila azul, bolsillo de fuera.
pa| Tutoría de Irene con Begoña, jueves de 16 a 17.
pa| Basura orgánica lunes, miércoles y viernes; vidrio en la plaza.
pu| Móviles fuera del dormitorio a partir de las diez.
pa| El coche pasa la ITV en septiembre, taller Ruiz.
pu| Vacaciones: quince días en Asturias, nada de aviones.
pa| La caldera pierde presión: rellenar hasta 1,5 bar con la llave negra.
pa| Pediatra: doctora Salas, centro de salud Norte, planta 1.
pu| Presupuesto de comida, 120 euros por semana.
pa| La vecina Puri tiene copia de las llaves.
`,
    noise: `
Hoy {F} para cenar, sobró un poco.
Compré {F}, {N} céntimos.
{F} estaba agotado.
Hugo no quiso {F}.
Irene preparó {F} ella sola.
Ticket {N} guardado en la caja, era de {F}.
Vimos el capítulo {N} con {F} en el sofá.
Ayer hizo sol, merienda con {F}.
En la nevera queda {F}.
`,
    parts: {
      F: `lentejas|arroz|tortilla|pan|manzanas|queso|sopa|macarrones|zanahorias|leche|galletas|tomates|merluza|yogures|naranjas|garbanzos`,
    },
  },
  {
    name: 'held-out-app-de',
    size: 1_200,
    wanted: `
gu| Kurz fassen. Begründung nur, wenn ich frage.
gu| Zu mir: Selin, Produktdesignerin, lese Code, schreibe aber wenig.
gu| Keine englischen Fachwörter, wo es ein deutsches gibt.
pu| Zielgruppe der App sind Leute über 65, also große Schrift und wenig Gesten.
pa+| Vorschau starten: npx expo start --tunnel
pa| Entwürfe in Figma, Datei "Linde 3", Seite Übergabe.
pu*| Ohne Einwilligung kein Tracking, auch nicht anonym.
pa| Store-Freigabe hat nur Tobias, Vertretung ist Meike.
pu| Zwei Spalten verworfen, eine Spalte mit Reitern bleibt.
pa| Farben stehen in tokens.json, Hauptton ist #1F5F4A.
pa| Testgeräte: ein Galaxy A14 und ein iPhone SE, beide im Schrank am Fenster.
pu| Mindestkontrast 7:1, geprüft mit dem Werkzeug Stark.
pa| Der Server liegt bei Hetzner, Adresse api.linde.example.
pa| Texte gehen vor der Veröffentlichung an Frau Okonkwo.
pu| Erste Fassung für den Seniorenbeirat am 4. Februar.
`,
    noise: `
{B} um {N} Pixel verschoben.
{B} mit {W} besprochen.
Variante {N} von {B} gezeichnet.
{W} findet {B} zu dunkel.
{B} sieht auf dem Tablet seltsam aus.
Symbol {N} in {B} getauscht.
{B} lädt jetzt {N} ms schneller.
Heute {B} getestet, drei von fünf kamen zurecht.
Kommentar {N} zu {B} beantwortet.
{W} hat {B} in der Sitzung gezeigt.
{B} besteht aus {N} Ebenen.
Gestern den Text von {B} gekürzt.
`,
    parts: {
      B: `die Startseite|der Notrufknopf|das Menü|die Anrufliste|der Kalender|die Tablettenansicht|das Fotoalbum|der Einstieg|die Hilfe|das Profil|die Karte|der Warnhinweis`,
      W: `Tobias|Meike|Jan|Frau Brandl|Luis|Kira|der Beirat|Ben`,
    },
  },
];
