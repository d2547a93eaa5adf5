/** Italian word lists for finding contradictions. */
import { languageFrom } from './language.ts';

export const ITALIAN = languageFrom({
  functionWords: `il lo la i gli le un uno una di del dello della dei degli delle e ed o ma con per da dal dalla in nel nella nei nelle su sul sulla a al alla
     ai alle si suo sua suoi sue mio mia miei mie nostro nostra nostri nostre che chi dove come tra fra verso io lei lui loro noi voi ci senza dopo prima ogni`,
  fillers:
    'il lo la i gli le un uno una ora adesso attualmente già anche ancora sempre generalmente soprattutto molto solo soltanto ormai più siamo passati passato migrati migrato cambiati',
  negations: 'non mai nessun nessuno nessuna senza',
  negating: /\bnon \S{1,24} più(?=\s|$)/,
  elision: /^(?:l|un|d|c|s|m|t|dell|nell|all|dall|sull|quest)'/,
  folded: {
    be: 'siamo è sono era erano sarà diventa chiama',
    use: 'uso usiamo utilizzo utilizziamo usa usano usava utilizza utilizzano utilizzava impiega',
    run: 'gira girano esegue eseguono',
    live: 'vivomo abito abitiamo vive vivono abita abitano',
    work: 'lavoro lavoriamo lavora lavorano lavorava',
    prefer: 'preferisco preferiamo preferisce preferiscono preferiva',
    deploy: 'pubblica pubblicano distribuisce distribuiscono',
    listen: 'ascolta ascoltano',
    host: 'ospitato ospitata ospitati ospita',
    store: 'salva salvano memorizza memorizzano',
    start: 'inizia iniziano comincia cominciano',
    end: 'finisce finiscono termina terminano',
    need: 'richiede richiedono necessita',
    own: 'possiede possiedono',
    lead: 'dirige dirigono guida guidano',
    manage: 'gestisce gestiscono',
    write: 'scrive scrivono scritto scritta',
    build: 'costruisce costruiscono costruito',
    has: 'ho abbiamo ha hanno aveva',
    set: 'protetto protetta',
  },
  genericSubjects:
    'utente squadra gruppo progetto persona cliente azienda applicazione sistema servizio repository codice server',
  slotNouns: `editor porta versione lingua linguaggio dati framework scadenza proprietario ramo colore tema fuso indirizzo compleanno telefono
     browser città ufficio dominio limite budget stipendio ruolo titolo regione fornitore gestore licenza valuta stato intervallo dimensione
     prezzo altezza larghezza lunghezza responsabile referente`,
  ordinalNouns: `contratto fattura ordine ticket issue passo sprint settimana giorno capitolo parte fase episodio domanda compito pagina riga numero sala piano
     livello bug pr test stanza binario lezione esercizio commit caso`,
  datedNouns: 'scadenza consegna rilascio compleanno inizio fine',
  events: 'chiamato chiamata telefonato risposto scritto pagato venuto venuta arrivato arrivata richiamato',
  change:
    /\bnon \S{1,24} più(?=\s|$)|\b(?:invece di|al posto di|sostitui\S{0,24}|migrat[oaie]|passat[oaie] da|cambiat[oaie] da|d'ora in poi|ormai|adesso|ora)(?=\s|$)/,
  leftBehind:
    /\b(?:passat[oaie]|migrat[oaie]|cambiat[oaie]) da ((?:\S+ ){0,2}?\S+) a(?=\s|$)|\b(?:invece di|al posto di|sostituito) (\S+)|\bnon (?:uso|usiamo|usa|utilizzo|utilizziamo|utilizza) più (?:il |lo |la )?(\S+)|\b(?:lavoro|lavoriamo) più con (?:il |lo |la )?(\S+)|\bsmesso di usare (?:il |lo |la )?(\S+)|\bvenduto (?:il |la |(?:la )?mia |(?:il )?mio )?(\S+)/,
});
