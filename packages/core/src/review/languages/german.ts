/** German word lists for finding contradictions. */
import { languageFrom } from './language.ts';

export const GERMAN = languageFrom({
  functionWords: `der die das den dem des ein eine einen einem einer eines und oder aber mit von vom für auf aus bei beim nach seit vor zu zum zur
     im in am an ins sich wir ich er sie es man wie wenn dass weil um über unter zwischen durch gegen bis pro als ihr ihre ihren ihrem sein seine
     seinen seinem unser unsere unseren mein meine meinen dieser diese dieses diesem`,
  fillers: `der die das den dem des ein eine einen einem einer jetzt nun derzeit aktuell momentan bereits schon auch noch immer meist meistens normalerweise hauptsächlich mehr gerade sehr nur
     bitte eigentlich`,
  negations: 'nicht nie niemals kein keine keinen keinem keiner keines keinesfalls ohne',
  negating: /\b(?:nicht|kein\w*) mehr\b/,
  elision: null,
  folded: {
    be: 'bin bist ist sind war waren wird werden wurde wurden heißt heissen heißen',
    use: 'benutze nutze verwende benutzt benutzen nutzt nutzen verwendet verwenden verwendete verwendeten',
    run: 'läuft laufen lief liefen',
    live: 'wohne lebe wohnt wohnen lebt leben',
    work: 'arbeite arbeitet arbeiten arbeitete',
    prefer: 'bevorzuge bevorzugt bevorzugen bevorzugte',
    deploy: 'deployt deployen deployed',
    listen: 'lauscht lauschen horcht hört',
    host: 'gehostet hostet hosten',
    store: 'speichert speichern gespeichert',
    start: 'beginnt beginnen startet starten',
    end: 'endet enden',
    need: 'brauche braucht brauchen benötigt benötigen',
    own: 'besitzt besitzen',
    lead: 'leite leitet leiten',
    manage: 'verwalte verwaltet verwalten verantwortet',
    write: 'schreibt schreiben geschrieben',
    build: 'baut bauen gebaut',
    has: 'habe hat haben hatte',
  },
  genericSubjects: `nutzer nutzerin benutzer benutzerin user team projekt person kunde kundin firma app anwendung system dienst service repo code
     alle jeder`,
  slotNouns: `editor port version sprache datenbank framework deadline frist besitzer eigentümer branch zweig farbe zeitzone adresse geburtstag
     telefonnummer betriebssystem browser stadt büro standort domain limit budget gehalt rolle titel region anbieter paketmanager
     leiter leiterin chef chefin lizenz währung status intervall größe höhe breite länge preis zeitlimit`,
  ordinalNouns: `vertrag rechnung auftrag kapitel issue ticket punkt schritt sprint woche kw tag kapitel teil phase folge frage aufgabe seite zeile nummer etage raum zimmer
     stockwerk ebene level fall pr bug test meilenstein saal gleis linie lektion übung commit`,
  datedNouns:
    'deadline frist release veröffentlichung geburtstag start beginn ende ablauf verlängerung abgabe abgabetermin einführung',
  events:
    'angerufen anruft ruft gemeldet meldet geantwortet antwortet geschrieben gezahlt bezahlt gekommen kam kommt angekommen erschienen zurückgerufen rief antwortete',
  change:
    /\b(?:nicht mehr|kein\w* mehr|statt|anstatt|anstelle|stattdessen|gewechselt|umgestiegen|migriert|ersetzt|von nun an|ab jetzt|ab sofort|seitdem|jetzt|nun|früher)\b/,
  leftBehind:
    /\bvon ((?:\S+ ){0,2}?\S+) (?:zu|auf|nach) (?:\S+ ){1,3}(?:gewechselt|umgestiegen|migriert|umgezogen)\b|\b(?:wechselt|wechselte|wechselten|wechseln) von ((?:\S+ ){0,2}?\S+) (?:zu|auf|nach)\b|\b(?:statt|anstatt|anstelle von) (\S+)|\b(?:benutz|nutz|verwend)(?:e|en|t|et) (?:kein(?:e|en)? (\S+)|(\S+) nicht) mehr(?=\s|$)|\bnicht mehr mit (\S+)|\b(?:den|die|das|meinen?|mein|unser(?:en|e)?)(?: alten?)? (\S+) verkauft\b/,
});
