import { HELD_OUT_TEMPLATES } from './templates.ts';
import type { QuestionSet } from './vault.ts';

/**
 * Same form as `tune`, with other memories and questions. They were written before any rule was chosen, and only their totals were
 * looked at.
 */
export const HELD_OUT_SET: QuestionSet = {
  name: 'held-out',
  templates: HELD_OUT_TEMPLATES,
  blocks: {
    software: `
Dependencies are managed with uv; pip is not to be used.
? how do I add a library?
? which installer do we use for Python?
Bugs are tracked in Linear, team ORB.
? where do I file an issue?
? open a ticket for this defect
The API is served by two machines at Hetzner in Helsinki.
? in which data centre does the backend live?
? where are our servers?
Cut a release with just publish after the changelog is written.
? how do we ship?
? get the next version out
Certificates are renewed at 04:15 by a cron job.
? what runs at quarter past four in the morning?
? when does TLS get refreshed?
The metrics dashboard is at port 9190 on the bastion.
? where can I watch the graphs?
? what is the port of the monitoring page?
Branch names begin with the ticket number, like ORB-123-fix-login.
? make a branch for this work
? what should I call my branch?
Format Python with ruff before every commit.
? tidy up the formatting of this file
Deniz maintains the search indexer.
? who takes care of search?
? whose code is the indexer?
We chose Redis over Kafka for the queue because it is enough for 200 messages a second.
? why is there no Kafka?
? what do we use as a message broker?
Access tokens are valid for 15 minutes.
? how soon does a token run out?
Secrets are read from 1Password by op run.
? where do passwords come from in development?
Integration tests need Docker with at least 6 GB of memory.
? why do integration tests die on a small machine?
? how much RAM do the tests want?
The admin area is made with Django templates and htmx.
? which technology renders the back office?
Do not add new dependencies without asking me.
? parse this CSV, use whatever library you like
PDFs are produced by WeasyPrint in the worker.
? what generates the documents for customers?
Duplicate customers are merged by the script dedupe_accounts.py.
? how do I get rid of a double account?
Audit events are stored for seven years.
? how long is the audit trail kept?
The iOS build runs on a Mac mini in the office.
? which computer compiles the iPhone app?
Customers in Brazil are billed in reais through EBANX.
? how do Brazilian clients pay?
The head of security is Priya.
? who is the boss of the security team?
Uploads are limited to 25 MB each.
? what is the largest file somebody can send us?
Firefox blocks the chat widget in strict mode.
? in which browser is the chat broken?
`,
    research: `
Cite in Chicago style with footnotes.
? put the literature list together
? how do I reference a book?
The panel has 1,880 households in eleven cities.
? what is the sample size?
? how many families take part?
My co-author Ingrid sits in Bergen and is free on Fridays.
? when can I talk to my coauthor?
The grant report is due on 30 September.
? when do the funders need the report?
? which deadline do we have in autumn?
Answers faster than two seconds are dropped.
? what do we do with very quick responses?
Models are fitted in Stan with four chains.
? what do we run the Bayesian models with?
? how many chains per fit?
Tables are made with gt and never as pictures.
? put these numbers into a table
The preregistration is at osf.io/x4k9p.
? where did we register the hypotheses?
Write numbers below ten as words.
? draft the results section
The editor wants the limitations section moved up.
? what change did the journal request?
Saliva samples are frozen at minus 80 degrees.
? how cold are the specimens stored?
The codebook is kept in docs/codebook.xlsx.
? where are the variables described?
The gap closed once we added parental education.
? did schooling of mother and father explain the difference?
Names of participants must be replaced before anything is shared.
? send the transcripts to our partner
`,
    household: `
Leo does not eat eggs.
? make a breakfast plan for Leo
? what can Leo not have in the morning?
The cat is called Mochi and needs a pill every evening.
? which medicine does our pet take?
? who is Mochi?
I get a rash from wool.
? knit me a pullover idea
? which fabric makes my skin itch?
We have a cargo bike from Urban Arrow with a 500 Wh battery.
? what kind of bicycle do we own?
? how big is the bike's accumulator?
Electricity costs us 96 euros a month at Nordstrom.
? what do we pay for power?
The roofer is called Bakker and comes from Haarlem.
? whom can I call about the leaking roof?
Our wedding anniversary is on 21 October.
? on what date did we marry?
The train to Vienna leaves at 06:40 on Saturday.
? when does our journey start?
? what departs at twenty to seven?
I like aisle seats near the front.
? reserve seats in the train to Munich
The alarm code is written inside the fuse box.
? how do I turn the burglar alarm off?
The heating shows F28 when the gas pressure is low.
? what does F28 on the boiler mean?
Swimming is on Wednesday at half past four.
? what happens on Wednesday at 16:30?
Nora wears size 128.
? buy trousers for Nora
Paper is picked up every second Monday.
? when do I put the old newspapers out?
Call me Sam, not Samuel.
? write a greeting card to me
The dentist is Dr. Ferreira opposite the station.
? who looks after our teeth?
`,
    deutsch: `
Abhängigkeiten installieren wir mit Poetry.
? wie füge ich eine Bibliothek hinzu?
? welchen Paketmanager nehmen wir?
Der Hund heißt Bruno und hasst den Staubsauger.
? wie heißt unser Tier?
Die Anwendung läuft auf einem Rechner bei Netcup.
? wo läuft die Anwendung?
Herr Yilmaz kümmert sich um die Buchhaltung.
? wer macht die Buchhaltung?
Der Zug nach Wien fährt um Viertel nach sieben.
? was fährt um 7:15?
? wann geht der Zug nach Wien?
Ich vertrage keine Milch.
? was soll ich zum Frühstück machen?
Der Schlüssel zum Keller hängt hinter der Tür.
? wo ist der Kellerschlüssel?
`,
    français: `
Les poubelles jaunes sortent le jeudi soir.
? quel jour sort-on les poubelles ?
Ma fille Chloé joue du violoncelle.
? de quel instrument joue ma fille ?
? que fait Chloé comme musique ?
Les tests se lancent avec make verif.
? comment lancer les tests ?
? avec quelle commande vérifie-t-on le code ?
Karim s'occupe du réseau.
? qui est responsable du réseau ?
N'utilise jamais d'émojis dans les textes.
? rédige une annonce pour le site
`,
    español: `
La base de datos escucha en el puerto 5433.
? ¿en qué puerto está la base de datos?
? ¿dónde escucha Postgres?
Mi padre toma una pastilla para la tensión por la mañana.
? ¿qué medicamento toma mi padre?
? ¿cuándo toma papá su pastilla?
El despliegue se hace los jueves a las cinco de la tarde.
? ¿cuándo se despliega?
El contrato del piso termina en noviembre.
? ¿cuándo acaba el alquiler?
No uses tecnicismos conmigo.
? explícame qué es un índice
`,
    中文: `
数据库在服务器上监听5433端口。
? 数据库监听哪个端口？
? 5433端口是做什么的？
我的猫叫咪咪，喜欢吃鱼。
? 我的猫叫什么？
备份每天凌晨2点开始。
? 备份几点开始？
李明负责网络安全。
? 网络安全由谁负责？
发布会定在10月18日。
? 发布会是哪一天？
回答请用简体中文，不要用表格。
? 总结一下这篇文章
`,
    日本語: `
送料は5000円以上で無料になります。
? 送料はいくらから無料ですか
? 5000円以上買うとどうなりますか
犬の名前はハナです。
? 犬の名前は何ですか
バックアップは毎晩2時に実行されます。
? バックアップはいつ実行されますか
経理は田中さんの担当です。
? 経理の担当は誰ですか
試験環境は大阪にあります。
? 試験環境はどこにありますか
`,
  },
  unanswered: `
qqqzzz
vrrrm plok undef
jjjj kkkk llll
snorgle the fenwick
wubba glorp 4471
dolore magna aliqua
yuiop hjkl zxcv
mimsy borogoves outgrabe
what is the temperature in Oslo right now
who was the first man in space?
how deep is the Mariana Trench?
translate thank you into Korean
what is the currency of Vietnam?
explain black holes to me
how old is the universe?
sing me a song
who painted the Night Watch?
great, thank you
go on
sounds good
no, the other one
what is 17 times 23?
recommend a film about chess
why is the sky blue?
what is the opposite of verbose?
`,
  foreign: `
wie viele Einwohner hat Kanada?
wer hat den Buchdruck erfunden?
was kostet ein Liter Benzin in Norwegen?
quelle est la capitale du Canada ?
qui a écrit Les Misérables ?
pourquoi la mer est-elle salée ?
¿cuántos huesos tiene el cuerpo humano?
¿quién pintó el Guernica?
¿cuál es el río más largo del mundo?
世界で一番高い山は何ですか
日本の人口はどのくらいですか
月球离地球有多远？
谁发明了电话？
кто написал Войну и мир?
hoeveel inwoners heeft Gent?
quanto è alto il Monte Bianco?
`,
};
