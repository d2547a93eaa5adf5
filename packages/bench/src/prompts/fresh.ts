import { FRESH_TEMPLATES } from './templates.ts';
import type { QuestionSet } from './vault.ts';

/**
 * Memories and questions by another author, who had not read the code of search. The author had seen the other templates and the first
 * 30 lines of `held-out`, for their format. The set is for an independent judgement: it was written after most rules were chosen. One
 * rule, about sentences that say nothing, was made after a look at its prompts without an answer.
 */
export const FRESH_SET: QuestionSet = {
  name: 'fresh',
  templates: FRESH_TEMPLATES,
  blocks: {
    software: `
Tests need a running Postgres: \`docker compose up -d db\`, then \`make migrate\`.
? set up the database for the tests
? integration tests fail with connection refused on 5432
Deploys go through ArgoCD. Merge to the live branch and it syncs by itself within five minutes.
? deploy how?
? how do I deploy my change to production?
User wants British spelling in the docs folder and in UI copy.
? write the docs for the onboarding flow
? colour or color in the labels?
Never use any in TypeScript; use unknown and narrow it.
? the linter says implicit any here, how do we handle that?
? fix the TypeScript types of this helper
Staging login is qa@orchard.test, the password is in 1Password under "Orchard staging".
? where do I find the credentials for staging?
? sign in to the test environment and take a screenshot
The payment provider is Adyen. Stripe was dropped in March because of the fees in Brazil.
? which service charges the credit cards?
? why did we leave Stripe?
All money amounts are stored as integers in cents, never as floats.
? add a price column to the items table
? which type for the amount of a refund?
Logs are kept in Loki for 30 days, after that they are gone.
? how far back can I look at the logs?
Priya is the product owner and has the last word on scope.
? who decides on scope?
On-call rotation changes every Monday at 10:00 in PagerDuty.
? when does the next person take over the pager?
The monorepo uses pnpm workspaces; start the frontend with \`pnpm -F web dev\`.
? start the web app locally
? npm or yarn?
Node 22 is the minimum, CI fails on 20.
? what version of node do I need?
? does CI still pass on node twenty?
Feature flags live in Unleash and new features ship switched off.
? turn on the new checkout for one customer
Don't write comments that say what the code does, only why it does it.
? add some comments to this class
The iOS app is built by Codemagic, and Tomas holds the signing certificates.
? who can sign the iPhone build?
? which service builds the iOS app?
Production database is backed up every night to the bucket orchard-vault in eu-central-1.
? how often is prod backed up?
? somebody dropped a table, where is yesterday's copy?
The public API allows 120 requests per minute and key.
? how many requests can a client of the API send?
? client complains about status 429, is two calls a second too much?
Translations are done in Crowdin, do not edit the files in locales/ by hand.
? add the German string for the cancel button
? can I change the wording in locales myself?
User works on a MacBook with fish as the shell.
? give me the shell line that sets an environment variable
? which operating system do I have?
Release notes are for customers: no ticket numbers, no developer names.
? draft the changelog for 4.2
Dates are shown as ISO 8601 everywhere, times in UTC.
? how should the timestamp in the footer look?
We aim at WCAG 2.2 AA; axe checks it in the pipeline.
? do we check against WCAG 2.1 or 2.2?
? is light grey on white ok for people with bad eyesight?
The old PHP back office will be shut down on 31 January 2027.
? how long does the legacy admin panel stay alive?
? when is the end of PHP?
Nothing lands on main without a pull request and two approvals.
? how many approvals does a pull request need?
? just push this straight to main
Unit tests sit next to the source file as name.spec.ts, there is no tests folder.
? where do I put the test for slugify?
Meilisearch powers the product search, Elastic was too heavy for two small servers.
? why not Elastic?
? what runs the product search?
Crashes are reported to Sentry, project orchard-web.
? where can I see stack traces from users?
? find out why the app crashed for this person
Sprint review is every second Thursday at 14:00 with the client, on Zoom.
? when do we show our work to the customer?
? when is the review with the client?
`,
    research: `
Response rate of the survey was 62 percent after two reminders.
? what was the response rate?
Prof. Lindqvist supervises the thesis, Dr. Amari is the second examiner.
? who is my advisor?
? who is the second examiner of my thesis?
The paper goes to the Journal of Urban Health, at most 4,000 words.
? how many words can the paper have?
? where do we submit the paper?
References follow APA 7 and are kept in the Zotero group Harbour.
? format the references
? which citation style?
Ethics approval 2026-114 expires in September.
? until when does the IRB let us collect data?
Every participant gets a voucher of 15 euros.
? what do we pay each participant?
All statistics are done in R with the tidyverse, SPSS is not available.
? write a script that fits the mixed model
? can I use SPSS for this?
Audio recordings of the interviews must be erased by 1 December.
? when do we have to delete the recordings?
The control group are 48 nurses from the hospital in Malmö.
? who is in the control group?
? how many nurses do we have?
Missing values are coded as -99.
? what does -99 mean?
? how do I mark a question nobody answered?
Report effect sizes with confidence intervals, leave out p-values.
? write up the result of the t-test
The grant of the Wallenberg foundation runs until the end of 2028.
? who funds us?
? how long does the grant run?
Plots use the viridis palette because one of the authors is colour-blind.
? pick the shades for the bar chart
The conference is in Tampere from 9 to 12 June, our talk is on the second day.
? on what date do we present?
? where is the conference?
`,
    household: `
Our dog Biscuit is nine and allergic to chicken.
? what must the pet not eat?
? how old is Biscuit?
Rubbish is collected on Tuesdays, paper every other Friday.
? when do I put the bins out?
? when is paper collected?
Guest wifi is called Birdhouse, the password is on the back of the router.
? how do visitors get on the internet?
? wifi password?
Mila has violin lessons on Wednesdays at half past four in Park Street.
? what time is the violin lesson?
? is Mila free on Wednesday at 16:30?
The boiler was serviced in October 2025 and is due again in 2027.
? when does the heating need its next service?
We are vegetarians, only Grandpa eats fish.
? does Grandpa eat trout?
? can I make steak for everybody on Sunday?
The car is a blue Skoda, insured with Helvia.
? I had an accident with the car, who is the insurer?
? what make do we drive?
Dr. Okafor will see my teeth on 3 March at 8:15.
? when is the dentist appointment?
Aunt Greta turns seventy on 18 May. She collects teapots.
? gift ideas for Greta
? when is my aunt's birthday?
The spare key is with the Nowaks on the second floor.
? I locked myself out, what now?
Leon takes shoe size 34.
? order sneakers for Leon
The flat in Trieste is booked from 5 to 19 August.
? where are we going this summer?
? how long do we have the flat in Trieste?
Never wash above 40 degrees, the machine trips the fuse.
? can I do the laundry at sixty?
The budget for groceries is 140 euros a week.
? how much may we spend on groceries?
`,
    deutsch: `
Die Katze heißt Minka und bekommt zweimal am Tag eine Tablette.
? wie heißt unser Haustier?
? wie oft braucht Minka ihre Medizin?
Rechnungen immer als PDF an buchhaltung@kranich.example, nie per Post.
? wohin mit der Rechnung vom Klempner?
Commit-Nachrichten schreiben wir auf Deutsch und im Präsens.
? formuliere den Text für den Commit
Der Server steht in Falkenstein und läuft mit Debian 12.
? welches Betriebssystem hat die Maschine?
Frau Yilmaz vertritt den Chef, wenn er im Urlaub ist.
? wer entscheidet, solange der Chef weg ist?
Die Heizung wird jedes Jahr im September gewartet.
? wann kommt der Techniker für die Heizung?
Kunden werden geduzt, nur in Verträgen schreiben wir Sie.
? du oder Sie im Newsletter?
Der Wagen muss bis 30. April zum TÜV.
? wann ist die Hauptuntersuchung fällig?
? was ist mit dem Auto im Frühjahr zu tun?
Besucher parken im Hof hinter Haus 7.
? wo können Gäste ihr Fahrzeug abstellen?
`,
    français: `
Le chien s'appelle Filou et il a peur de l'orage.
? comment s'appelle notre animal ?
? pourquoi Filou tremble quand il tonne ?
On déploie le mardi matin, jamais le vendredi.
? quel jour met-on en production ?
? je peux déployer ce vendredi ?
Les factures sont payables à trente jours.
? combien de temps le client a-t-il pour régler ?
Claire est allergique aux arachides.
? qu'est-ce que je ne dois pas mettre dans le gâteau de Claire ?
La réunion d'équipe a lieu à 9 h 30 dans la salle Colette.
? à quelle heure commence le point du matin ?
? où se retrouve l'équipe ?
Les messages d'erreur pour l'utilisateur sont courts et sans jargon.
? rédige le texte affiché quand la connexion échoue
Le code du portail est noté dans le carnet rouge de l'entrée.
? comment ouvrir le portail ?
Le train pour Lyon part à 7 h 12 de la voie 4.
? sur quel quai est notre train ?
`,
    español: `
La contraseña del wifi de la oficina está en la pizarra de la cocina.
? ¿cómo me conecto a internet en el trabajo?
Mi hija Lucía es celíaca, nada de gluten.
? ¿qué le puedo cocinar a Lucía?
? ¿puede la niña comer pan?
El informe mensual se le envía a Marta el día 5.
? ¿a quién le mando el informe?
? ¿cuándo hay que entregar el informe?
Los nombres de las variables van en inglés y los comentarios en español.
? comenta esta función
El médico de cabecera es el doctor Robles, atiende los lunes y jueves.
? ¿qué días puedo ir al doctor?
Usamos PostgreSQL porque MySQL no tiene índices parciales.
? ¿qué base de datos tenemos?
? ¿por qué descartamos MySQL?
El alquiler sube a 820 euros en enero.
? ¿cuánto pagaremos por el piso el año que viene?
Iván pasea al perro por las tardes.
? ¿quién saca al perro?
`,
    中文: `
我们家的猫叫豆包，今年三岁。
? 宠物叫什么名字？
? 豆包多大了？
数据库每天凌晨两点备份到阿里云。
? 数据备份在哪里？
? 夜里几点做备份？
周会改到星期三下午四点。
? 什么时候开会？
提交说明一律用英文写。
? 帮我写一条commit信息
妈妈对海鲜过敏。
? 晚饭能给妈妈做虾吗？
王磊负责前端，李娜负责后端。
? 网页的问题找谁？
? 后端是谁的？
房租每月五号之前转给张先生。
? 什么时候交房租？
发布之前必须先在测试环境跑一遍。
? 上线前要做什么？
`,
    日本語: `
犬の名前はコタロウで、柴犬です。
? ペットは何という名前ですか
? コタロウの犬種は？
本番へのリリースは毎週火曜日の午前中に行う。
? いつデプロイする？
コミットメッセージは日本語で書くこと。
? この変更をコミットして
田中さんは卵アレルギーです。
? 田中さんにオムレツを出してもいい？
会議室の予約は総務の佐々木さんに頼む。
? ミーティングの部屋を取りたい
経費の精算は月末までに提出する。
? 領収書はいつまでに出せばいい？
APIの仕様書はNotionにまとめてある。
? APIの説明はどこで見られる？
祖母の誕生日は十一月三日。
? おばあちゃんの誕生日はいつ？
? 11月3日は何の日？
`,
  },
  /** General knowledge, small talk, tasks without a rule, gibberish, and questions close to a memory that does not answer them. */
  unanswered: `
what is the capital of Mongolia?
how far is the moon from the earth?
who painted The Night Watch?
why do leaves turn yellow in autumn?
how many legs does a spider have?
when did the Berlin Wall fall?
what is the boiling point of ethanol?
who wrote Middlemarch?
how do vaccines work?
convert 12 miles to kilometres
what is the square root of 289?
translate "thank you" into Finnish
is Pluto a planet?
what's the tallest building in Dubai?
explain inflation to a ten-year-old
hello there
good morning, slept well?
thanks, that's all for today
tell me a joke
yes, go ahead
no, the other one
you are really quick
are you a robot?
hmm, let me think about it
sorry, my mistake
how does quicksort work?
reverse a linked list in C
what is the difference between TCP and UDP?
regex that matches a hex colour
explain what a monad is
rename tmp to offset
undo your last edit
center the banner horizontally
why does this pointer segfault?
what is the big-O of binary search?
extract lines 40 to 60 into a helper
convert this callback to async/await
the sidebar overlaps on small phones
sort the array in descending order
merge these two dictionaries in Python
write a haiku about rain
summarise the article I pasted
suggest a name for my sailing club
what rhymes with silver?
who is our chief financial officer?
what does the hamster eat?
how many parking spaces does the office have?
where is the coffee machine?
when is the next fire drill?
which printer is on the third floor?
how tall is Leon?
did Priya enjoy the concert?
who won the ski race on Saturday?
is the swimming pool open at Easter?
when does the piano tuner come?
asdf jkl qwer
blorp zindle frax
xx 0000 ??
lorem ipsum dolor sit
hjkhjk
`,
  /** Prompts in languages other than English. The patterns in `asked` tell which of them are in a vault's own language. */
  foreign: `
wie hoch ist das Matterhorn?
was bedeutet eigentlich Photosynthese?
wer hat die Dampfmaschine erfunden?
was reimt sich auf Mensch?
wie kehre ich eine verkettete Liste um?
quelle est la capitale du Canada ?
qui a peint la Joconde ?
combien de planètes y a-t-il ?
pourquoi la mer est-elle salée ?
raconte-moi une blague, tu veux bien ?
¿cuál es el río más largo de África?
¿quién escribió el Quijote?
¿cómo se dice gracias en ruso?
¿por qué vuelan los aviones?
¿me cuentas un chiste?
月亮离地球多远？
谁发明了电灯？
讲个笑话吧
光速是多少？
富士山の高さはどれくらいですか
冗談を言ってください
虹はなぜ七色なの？
クイックソートを説明して
qual è la capitale dell'Islanda?
quem descobriu o caminho para a Índia?
hoe ver is de maan?
kto napisał Pana Tadeusza?
почему небо голубое?
en yüksek dağ hangisi?
세종대왕은 언제 태어났어?
`,
};
