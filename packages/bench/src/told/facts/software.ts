/** Vaults of people who write software. */
import type { VaultWords } from '../made-vault.ts';

const ENGLISH_NOISE = `
Fixed the {flaky|slow|broken|skipped} test of the {M} by {waiting for the event|resetting the clock|closing the socket|mocking less}.
Renamed {N} variables in the {M} for clarity.
Looked into the {M}: the {timeout|leak|warning} comes from the {M2}, nothing to do yet.
Merged pull request {N} about the {M}.
Today the {M} took {N} ms in the profiler, mostly in the {M2}.
The {M} has {N} lines now and still one to-do comment.
Tried to {split|cache|inline} the {M}, reverted it after the build broke.
Released build {N} to the test group, no complaints about the {M}.
Bumped a dependency of the {M} to a patch release {N}.
Session of the {N}th: went through the {M} with the debugger, stopped at the {M2}.
Reviewed the change to the {M}, left {N} comments.
The log of the {M} shows {N} retries this morning.
Moved the {M} helpers into the folder of the {M2}.
Rebased the branch about the {M} and solved {N} conflicts.
The screenshot of the {M} in the ticket {N} is from the old layout.
The {M} calls the {M2} twice at start.
The {M} is {N} kB after compression.
In the {M} the {M2} is created lazily.
Agent finished the session: {M} refactored, {N} tests pass, {M2} left for later.
`;
const ENGLISH_PARTS = {
  M: `login form|basket|invoice export|search box|mail sender|image resizer|admin table|cron runner|price parser|cache layer|settings page|webhook receiver|address book|chart widget|upload dialog|rate limiter`,
  M2: `router|event bus|date picker|session store|query builder|thread pool|logger|validator|feature flags|template engine|retry loop|JSON reader`,
};
const GERMAN_NOISE = `
Den {wackligen|langsamen|kaputten} Test von {M} repariert, indem {auf das Ereignis gewartet wird|die Uhr gestellt wird|der Puffer geleert wird}.
{N} Variablen in {M} umbenannt.
Heute {M} durchgesehen, {N} Stellen notiert.
Merge-Anfrage {N} zu {M} zusammengeführt.
{M} brauchte im Profiler {N} ms, das meiste davon in {M2}.
{M} hat jetzt {N} Zeilen.
Versucht, {M} zu {zerlegen|beschleunigen|kürzen}, danach wieder verworfen.
Gestern {M} getestet, {N} Meldungen von {M2} gesehen.
Abhängigkeit von {M} auf Stand {N} angehoben.
Im Ticket {N} steht ein Bildschirmfoto von {M} in der alten Fassung.
Das Protokoll von {M} zeigt {N} Wiederholungen.
Zweig zu {M} neu aufgesetzt, {N} Konflikte gelöst.
{M} ruft {M2} beim Start zweimal auf.
{M} ist gepackt {N} kB groß.
Sitzung beendet: {M} umgebaut, {N} Prüfungen laufen durch, {M2} bleibt offen.
`;
const GERMAN_PARTS = {
  M: `Anmeldung|Warenkorb|Rechnungsdruck|Suchfeld|Mailversand|Bildablage|Tabellenansicht|Preisleser|Zwischenspeicher|Einstellungsseite|Adressbuch|Diagramm|Ladefenster|Kalenderansicht`,
  M2: `Router|Ereignisbus|Sitzungsspeicher|Abfragebau|Protokoll|Prüfer|Vorlagen|Warteschlange|Zeitgeber`,
};
const FRENCH_NOISE = `
Corrigé le test {lent|instable|cassé} de {M} en {attendant l'événement|remettant l'horloge|fermant la connexion}.
Renommé {N} variables dans {M}.
Relu {M} ce matin, {N} endroits notés.
Fusionné la demande {N} sur {M}.
{M} a pris {N} ms dans le profileur, surtout à cause de {M2}.
{M} compte {N} lignes maintenant.
Essayé de {découper|accélérer|alléger} {M}, puis annulé.
Hier {M} affichait {N} avertissements de {M2}.
Mis à jour une dépendance de {M}, version {N}.
La capture du ticket {N} montre {M} dans l'ancienne version.
Le journal de {M} contient {N} reprises.
Rebasé la branche sur {M}, {N} conflits réglés.
Réunion du jour {N} : on a parlé de {M} sans rien trancher.
{M} appelle {M2} deux fois au démarrage.
{M} pèse {N} ko une fois compressé.
Fin de session : {M} remanié, {N} tests passent, {M2} reste à faire.
`;
const FRENCH_PARTS = {
  M: `la connexion|le panier|l'export des factures|la recherche|l'envoi de courriels|le tableau d'administration|le lecteur de prix|le cache|la page des réglages|le carnet d'adresses|le graphique|la fenêtre d'envoi|le calendrier|la file d'attente|le formulaire de contact|la pagination|l'import des clients|le menu`,
  M2: `le routeur|le bus d'événements|la session|le constructeur de requêtes|le journal|le validateur|les gabarits|le minuteur|le pool`,
};

export const SOFTWARE: readonly VaultWords[] = [
  {
    name: 'software-en-20',
    size: 20,
    wanted: `
gu| I prefer pnpm over npm in every project.
gu| Answer in short paragraphs, without bullet lists.
gu| My name is Tove and I am a backend developer in Malmö.
pu*| Never push to the main branch directly; open a pull request.
pa| The API server listens on port 7310 in development.
pa| Deploy with make ship from the release branch.
pu| We decided on SQLite instead of Postgres because every customer has a file of their own.
pa| The staging environment is at stage.fjord.example and resets every Sunday.
pa| Oskar owns the billing module; ask him before changing it.
pu| Commit messages follow the conventional form, with a scope.
pa| Run a single test with node --test src/FILE.test.js.
pa| All dates are stored in UTC and shown in the zone of the customer.
pu| Do not add a dependency without asking me first.
pa| Secrets for staging are in the team vault under fjord/staging.
pu| The release of version 2 is due on 12 June.
`,
    noise: ENGLISH_NOISE,
    parts: ENGLISH_PARTS,
  },
  {
    name: 'software-en-200',
    size: 200,
    wanted: `
gu| Always show me the plan before editing files.
gu+| I use Neovim and tmux, so give commands for the terminal rather than menus.
gu| I'm colour-blind: avoid red and green as the only difference in charts.
pu| We use tabs for indentation, four columns wide.
pa+| Start everything with docker compose up web worker.
pa| Database migrations run with bin/migrate up and have to be reversible.
pu*| Customer data must not leave the EU region.
pa| The mobile app talks to gateway port 8443, not to the services themselves.
pu| Decision: we keep the monolith until there are more than eight developers.
pa| Priya is responsible for the payment provider and its contracts.
pa| Error reports go to Sentry, project heron-web.
pu| Write tests with real HTTP calls instead of mocks.
pa| Feature flags live in config/flags.toml and need a removal date.
pa| CI needs Node 22 because of the native test runner.
pa| Backups are restored with scripts/restore.sh DATE on the ops host.
`,
    noise: ENGLISH_NOISE,
    parts: ENGLISH_PARTS,
  },
  {
    name: 'software-de-600',
    size: 600,
    wanted: `
gu| Ich bevorzuge Antworten auf Deutsch, Code und Kommentare auf Englisch.
gu| Bitte nie automatisch committen; ich mache das selbst.
gu| Ich heiße Jonas und leite ein Team von vier Leuten.
pu| Wir haben uns für Kotlin statt Java entschieden, weil das Team es kennt.
pa| Der Server läuft lokal auf Port 9020, die Datenbank auf 5544.
pa+| Bauen mit ./gradlew shadowJar, danach liegt das Archiv in build/libs.
pu*| Preise werden immer in Cent gerechnet, nie als Fließkommazahl.
pa| Ausgeliefert wird dienstags mit dem Skript tools/rollout.sh.
pa| Für das Lager ist Meryem zuständig, für den Einkauf Stefan.
pu| Regel: jede Schnittstelle bekommt eine Versionsnummer im Pfad.
pa| Die Testumgebung heißt kiesel-test und wird jede Nacht neu befüllt.
pa| Zugangsdaten liegen im Passwortspeicher unter Kiesel.
pu| Verwende für Zeitangaben immer java.time, niemals Date.
pa| Der Dienst braucht mindestens 2 GB Speicher, sonst bricht der Import ab.
pu| Die Abnahme durch den Kunden ist am 3. September.
`,
    noise: GERMAN_NOISE,
    parts: GERMAN_PARTS,
  },
  {
    name: 'software-fr-2000',
    size: 2_000,
    wanted: `
gu| Je préfère des réponses courtes, avec un exemple de code.
gu| Ne propose jamais de réécrire tout un fichier ; montre seulement la différence.
gu| Je m'appelle Lucie et je travaille à mi-temps, du lundi au mercredi.
pu| Nous utilisons Yarn, jamais npm, à cause des espaces de travail.
pa| L'API locale écoute sur le port 4173.
pa+| Pour déployer, lancer yarn release puis valider dans le tableau de bord.
pu*| Toute donnée de santé doit être chiffrée avant d'être enregistrée.
pa| Hamid est responsable de l'infrastructure et des certificats.
pu| Décision : on garde Symfony plutôt que de passer à Laravel.
pa| La préproduction se trouve sur preprod.tilleul.example.
pu| Les branches s'appellent toujours type/numéro-sujet.
pa| Les migrations se lancent avec bin/console doctrine:migrations:migrate.
pa| Les traductions sont dans le dossier lang, une clé par ligne, en ordre alphabétique.
pu| Il faut un test de bout en bout pour chaque parcours de paiement.
pa| La certification doit être terminée avant le 30 octobre.
`,
    noise: FRENCH_NOISE,
    parts: FRENCH_PARTS,
  },
];
