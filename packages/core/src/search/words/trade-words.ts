/**
 * Words with nearly the same meaning in the fields in which agents work, which no dictionary relates. Each line has the words for one
 * thing in one field. Written by hand; docs/retrieval.md measures the gain. [F-18]
 */
const LINES = `
deploy deployed deployment deployments host hosted hosting hosts runs run server servers production live infrastructure region
release releases released releasing ship shipped ships publish published version rollout launch deploy tag
package packages dependency dependencies library libraries module npm pnpm yarn pip bun cargo maven gradle gem composer conda
install installed installing add
exception exceptions error errors crash crashes crashed bug bugs failure failures sentry bugsnag rollbar stacktrace
bug bugs issue issues ticket tickets defect jira linear tracker
log logs logging logfile logged loki
test tests testing tested spec suite ci
staging test testing sandbox environment preview
production prod live
database databases db postgres postgresql mysql mariadb sqlite mongo mongodb schema
backup backups dump snapshot saved copies restore
port ports listen listens address reach
login logins session sessions token tokens cookie cookies authentication auth password expire expires
expire expires expiry last lasts valid
password passwords secret secrets credential credentials key vault
repository repo branch branches git
commit commits message messages
merge merges merging pull push request pr main
frontend framework react vue svelte angular client web ui
backend api server service
queue broker kafka rabbitmq redis sqs messages
dashboard metrics grafana prometheus graphs monitoring
owner owns own owned responsible maintains maintain maintained lead leads charge contact looks_after take_care takes_care
manager boss lead head chief
billing bill bills invoice invoices payment pay pays paid
cart carts basket baskets checkout
flag flags toggle switch feature features off
delete deletes deleted remove removes removed drop drops dropped clean cleans sweeper purge rid
browser browsers safari firefox chrome edge
phone phones mobile app ios android iphone
image images picture pictures thumbnail thumbnails photo photos resized
document documents pdf pdfs report
format formatted formatting style formatter prettier lint indent
job jobs task tasks cron nightly scheduled script
config configuration configured settings setting option options
limit limits limited maximum max minute most rate
call calls request requests
decide decided decision chose chosen choose against instead why
nightly night every
cost costs price pay pays paid rent bill euros dollars month
flat apartment rent landlord lease house
deadline due until submit submission report
meeting meetings meet meets appointment
advisor adviser supervisor professor prof
participant participants sample subjects respondents people minors younger age
corpus dataset data set interviews interview
big large many much size
conversation conversations interview interviews dialogue talk
figure figures chart charts plot plots graph graphs diagram drawn draws draw
cite citation citations reference references source sources bibliography literature apa mla bibtex footnotes
paper papers article manuscript abstract abstracts summary
reviewer reviewers referee editor
thesis dissertation chapter chapters draft drafts
transcribe transcribed transcript transcripts speech recording recordings audio
ethics approval permission board consent
result results effect effects finding findings
wage wages income salary earnings
holiday holidays vacation trip travel fly flight journey
doctor dr physician pediatrician practice
kid kids child children son daughter
dog cat pet animal puppy kitten hamster
name named called
live lives living moved
food eat eats meal dinner lunch breakfast recipe cook
meat chicken beef pork lamb poultry sausage steak
allergic allergy intolerant
rubbish trash bin bins garbage waste collected
wifi wlan internet network router
car vehicle drive drives engine
fuel diesel petrol gasoline
plumber pipe pipes leak tap
shoe shoes sneakers boots
afraid scares scared fear
birthday born birth
grandma grandmother grandpa grandfather
mom mum mother dad father parents
dishwasher dish
copy copies leave upload share
spring march april may
summer june july august
autumn fall september october november
winter december january february
hosten gehostet hostet server läuft rechner steht
paketmanager paket pakete abhängigkeit abhängigkeiten bibliothek bibliotheken
laufzeit node bun deno führe ausführen
haustier tier hund katze
prüfung klausur
rechnung rechnungen buchhaltung
zuständig verantwortlich kümmert betreut schickt verschickt
déploiement déployer déployé deploy production
chien chat animal
comptes compte comptabilité comptable
gère gérer occupe responsable
pruebas entorno servidor
wohne wohnst wohnt wohnen lebe lebst lebt leben gezogen umgezogen
habite habites habitent habitez habitons vis vit déménagé
vivo vives vive vivimos viven vivono mudado mudé mudó mudamos mudei mudou trasferito trasferita trasferiti
abito abiti abita abitiamo abitano trasferito trasferita trasferiti
moro moras mora moramos moram mudei mudou mudamos
живу живёшь живешь живёт живет живём живем переехал переехала переехали
住在 搬到 搬去
住ん 越し
reunión reunimos reunirse
marisco gambas pescado
alérgico alérgica alergia comer come
`;

const NEAR: ReadonlyMap<string, ReadonlySet<string>> = (() => {
  const near = new Map<string, Set<string>>();
  for (const line of LINES.trim().split('\n')) {
    const words = line.split(' ').map((word) => word.replaceAll('_', ' '));
    for (const word of words) {
      const known = near.get(word) ?? new Set<string>();
      for (const other of words) if (other !== word) known.add(other);
      near.set(word, known);
    }
  }
  return near;
})();

/** Phrases that one word can replace. */
const IDIOMS: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:look(?:s|ed|ing)? after|tak(?:es?|ing) care of|(?:is |are )?in charge of|responsible for)\b/g,
    'maintains',
  ],
  [/\b(?:get|gets|getting) rid of\b/g, 'delete'],
  [/\b(?:run|runs|ran) out\b/g, 'expire'],
];

/** Replaces each such phrase in a lower-case question by its word. */
export const withoutIdioms = (text: string): string =>
  IDIOMS.reduce((plain, [idiom, word]) => plain.replace(idiom, word), text);

export const tradeWords = (word: string): readonly string[] => [...(NEAR.get(word) ?? [])];
