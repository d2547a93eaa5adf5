import { TUNE_TEMPLATES } from './templates.ts';
import type { QuestionSet } from './vault.ts';

/**
 * Handwritten memories and questions, for choosing rules. A line is a memory. A line with `?` is a question that wants the memory above
 * it. In English, unless the name of the group is in another language.
 */
export const TUNE_SET: QuestionSet = {
  name: 'tune',
  templates: TUNE_TEMPLATES,
  blocks: {
    software: `
We use pnpm, never npm or yarn, in this repository.
? which package manager should I use here?
? install the dependencies please
Exceptions go to Sentry, project tessera-web; the DSN is in the vault.
? where do I see errors from production?
? how are crashes reported?
The shop runs on Fly.io in the Frankfurt region.
? how is the shop hosted?
? where is the site deployed?
Ship a new version with make ship, from the main branch only.
? how do I release this?
? let's publish the new version tonight
Backups of Postgres run every night at 02:30.
? what happens at half past two at night?
? when is the database saved?
The staging server listens on port 7100.
? which port does staging use?
? how do I reach the test environment?
Commit messages are in the imperative and at most 72 characters long.
? commit my changes
? how should I write the message for this change?
Never push to main directly; open a pull request.
? merge my branch now
Anna Kowalski owns the billing service.
? who is responsible for invoices?
? whom do I ask about billing?
We decided against GraphQL because two clients do not need it.
? why don't we have GraphQL?
? should we add a graph API?
The session cookie expires after 12 hours.
? how long does a login last?
Feature flags live in config/flags.yaml and are read at start.
? where can I switch a feature off?
? toggle for the new checkout
Tests of the payment flow need STRIPE_TEST_KEY in the environment.
? why do the payment tests fail on my laptop?
The web client is written in Svelte 5.
? which frontend framework do we have?
Always write new code in TypeScript with strict mode.
? write a small function that parses the date
Images are resized by a Lambda function in eu-west-1.
? what makes the thumbnails?
The nightly job that removes old carts is called cart-sweeper.
? which task deletes abandoned baskets?
Logs are kept for 30 days in Loki.
? for how long do we keep the log files?
The mobile app is built with Expo and released every second Thursday.
? when does the next phone release come out?
Database migrations run by themselves before the new version starts.
? do I have to migrate by hand?
The lead of the platform team is Tomasz.
? who is the manager of the platform people?
Rate limit: 100 requests a minute per key, answered with 429.
? how many calls may a client make?
Safari drops the cart cookie after seven days.
? which browser loses the basket?
`,
    research: `
Always use APA for citations.
? How should I list the sources?
? add the references at the end
The corpus has 4,212 interviews from 2019 to 2023.
? how big is our data set?
? how many conversations were recorded?
Supervisor is Prof. Lindqvist; meetings are on Mondays at 10.
? when do I meet my advisor?
The deadline of the conference paper is 14 March.
? until when can we submit?
? what is due in spring?
We exclude participants younger than 18.
? are minors part of the study?
The regression uses robust standard errors, clustered by school.
? how were the errors computed?
Figures are drawn with ggplot2 and exported as PDF.
? make a chart of the results
? which tool draws the plots?
The ethics approval number is 2023-118.
? do we have permission from the board?
Keep abstracts under 200 words.
? write the summary for the paper
The second reviewer asked for a larger sample.
? what did the referee want?
Interviews are transcribed with Whisper and corrected by hand.
? how does speech become text?
Draft chapters lie in the folder thesis/chapters.
? where is the text of the dissertation?
The effect vanished when income was controlled for.
? did the result hold with wages in the model?
Raw recordings must never leave the university server.
? can I copy the audio to my laptop?
`,
    household: `
I do not eat chicken or any other meat.
? suggest a dinner recipe with meat
? what should I cook tonight?
Our dog is called Pixel and is afraid of fireworks.
? what is our pet's name?
? what scares the animal?
Mia is allergic to peanuts.
? what must we not give the child to eat?
? bake a cake for Mia's party
The car is a blue Skoda Octavia with a diesel engine.
? which vehicle do we drive?
? what fuel do I need?
The rent is 1,150 euros and is paid on the third of the month.
? how much do we pay for the flat?
The plumber is Mr. Okafor, phone 0171 555 0102.
? who repairs the pipes?
Grandma's birthday is on 9 June.
? when was my grandmother born?
We fly to Lisbon on 3 August.
? where do we go on holiday?
? when is our summer trip?
I prefer window seats.
? book me a flight to Rome
The wifi password is on the back of the kitchen door.
? how do guests get on the internet?
The dishwasher error E24 means that the drain is blocked.
? why does the dish machine show E24?
Piano lessons are on Thursday at quarter past five.
? what do we have on Thursday at 17:15?
My shoe size is 42.
? which size do my sneakers have?
The bins are collected on Tuesday.
? on what day does the rubbish go out?
Speak to me in German, please, but write code comments in English.
? how was my day planned?
The doctor for the children is Dr. Weiss in Linden Street.
? who is the kids' pediatrician?
`,
    deutsch: `
Wir verwenden im Projekt Bun statt Node.
? womit führe ich das hier aus?
? welche Laufzeit benutzen wir?
Die Katze heißt Minka und frisst nur Trockenfutter.
? wie heißt unser Haustier?
Der Server steht in Nürnberg bei Hetzner.
? wo wird das gehostet?
Rechnungen schickt Frau Demir am Monatsende.
? wer verschickt die Rechnungen?
Die Prüfung ist am 12. Mai um halb drei.
? wann findet die Klausur statt?
? was ist um 14:30?
Ich mag keinen Koriander im Essen.
? schlag mir ein Abendessen vor
Das Passwort für das Gäste-WLAN steht auf dem Router.
? wo finde ich das Passwort für Gäste?
`,
    français: `
La boulangerie livre le pain le samedi à 8 h.
? quand arrive le pain ?
Notre chien s'appelle Filou.
? comment s'appelle notre chien ?
? quel est le nom de l'animal ?
Le déploiement se fait avec la commande just deploy.
? comment mettre en production ?
? quelle est la commande de déploiement ?
Marie s'occupe de la comptabilité.
? qui gère les comptes ?
Réponds toujours en vouvoyant.
? écris un courriel au client
`,
    español: `
El servidor de pruebas usa el puerto 8081.
? ¿qué puerto usa el servidor de pruebas?
? ¿cómo llego al entorno de pruebas?
Mi hermana Lucía es alérgica al marisco.
? ¿quién no puede comer gambas?
? ¿a qué es alérgica Lucía?
Las copias de seguridad se hacen a las 3 de la mañana.
? ¿cuándo se hacen las copias?
La reunión del equipo es los martes a las diez.
? ¿qué día nos reunimos?
Prefiero respuestas cortas, sin ejemplos.
? explícame cómo funciona el caché
`,
    中文: `
测试服务器的端口是7100。
? 测试服务器用哪个端口？
? 7100是什么？
我家的狗叫豆豆，今年5岁。
? 我们的狗叫什么名字？
部署用的命令是make ship。
? 怎么部署？
王芳负责财务部门。
? 谁负责财务？
项目会议在每周三下午三点。
? 项目会议是什么时候？
我对花生过敏。
? 推荐一道晚饭
`,
    日本語: `
返品は購入から30日以内にできます。
? 返品はいつまでできますか
? 30日以内に何ができますか
猫の名前はミケです。
? 猫の名前は何ですか
本番サーバーは東京リージョンにあります。
? 本番サーバーはどこですか
会議は毎週月曜日の10時からです。
? 会議は何曜日ですか
請求書は佐藤さんが担当しています。
? 請求書の担当者は誰ですか
`,
  },
  /** Questions that no saved memory answers. */
  unanswered: `
zzzqqq
zzzqqq nonexistent
asdf jkl qwer
flurbel grommit vanx
xkcd brzt 9917
lorem ipsum dolor sit amet
hjkl hjkl hjkl
blorp the snizzle
what is the weather in Paris
who won the world cup in 1998?
how tall is Mount Everest?
translate good morning into Finnish
what is the capital of Mongolia?
explain photosynthesis to me
how far away is the moon?
tell me a joke
who wrote War and Peace?
thanks, that was great
ok
continue
yes please do it
what is the square root of 1764?
recommend a novel about pirates
how do volcanoes form?
what does the word serendipity mean?
`,
  /** Questions in a language that no memory of the vault has, about things that are not in the vault. */
  foreign: `
wie hoch ist der Eiffelturm?
was ist die Hauptstadt von Australien?
wer hat die Relativitätstheorie erfunden?
quelle est la hauteur de la tour Eiffel ?
qui a peint la Joconde ?
combien de pattes a une araignée ?
¿cuál es la capital de Perú?
¿quién escribió Don Quijote?
¿cuántos planetas hay en el sistema solar?
今日の天気はどうですか
富士山の高さは何メートルですか
法国的首都是哪里？
长城有多长？
сколько стоит билет в кино?
wat is de hoofdstad van Suriname?
come si chiama il fiume di Roma?
`,
};
