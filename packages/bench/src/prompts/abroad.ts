/** Questions in another language than the memory that answers them. The built-in embedder was trained on none of these texts. */
import type { QuestionSet } from './vault.ts';

export const ABROAD_SET: QuestionSet = {
  name: 'abroad',
  blocks: {
    household: `
The dentist appointment is on 3 May at 10 in the morning.
? Wann habe ich den Zahnarzttermin?
Production runs on Postgres 16 at Hetzner.
? Welche Datenbank benutzen wir in der Produktion?
The dog is allergic to chicken.
? Mein Hund darf was nicht essen?
The wifi password is on the card in the kitchen drawer.
? Quel est le mot de passe du wifi, où est-il noté ?
Marta in accounting handles all invoices.
? Qui s'occupe des factures ?
Always use pnpm, never npm.
? ¿Qué gestor de paquetes debo usar?
My sister moved to Lisbon last year.
? ¿Dónde vive mi hermana?
Run the tests with make check.
? Come eseguo i test?
The weekly meeting starts at 9:30 on Mondays.
? A que horas começa a reunião semanal?
My sister listens to jazz and old soul.
? 我妹妹喜欢什么音乐？
Backups go to the bucket in Frankfurt every night.
? バックアップはどこに保存されますか？
We deploy on Thursdays, never on Fridays.
? 部署在哪一天？
The car is parked behind the church.
? Wo steht das Auto?
Dad takes blood pressure pills every morning.
? Quels médicaments prend papa ?
The teacher's birthday is the 12th of June.
? 先生の誕生日はいつですか？
The cake needs 200 g of sugar and four eggs.
? ¿Cuánto azúcar lleva el pastel?
The landlord is Mr Novak, his number is in the folder.
? Wer ist mein Vermieter?
Staging listens on port 5433.
? Qual è la porta del server di staging?
The electricity bill is paid on the 15th.
? 电费什么时候交？
Leo wears shoe size 34.
? Quelle taille de chaussures pour Léo ?
`,
  },
  templates: {},
  unanswered: '',
  foreign: '',
};
