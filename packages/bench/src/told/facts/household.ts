/** Vaults of households. */
import type { VaultWords } from '../made-vault.ts';

export const HOUSEHOLD: readonly VaultWords[] = [
  {
    name: 'household-en-100',
    size: 100,
    wanted: `
gu| We are vegetarian, except for my father, who eats fish.
gu*| Mia is allergic to peanuts.
gu| I prefer recipes with metric measures.
gu| My wife is called Hanna, our children are Mia and Ben.
gu| Never order groceries without showing me the list first.
pu| The budget for groceries is 140 euros a week.
pa| The bins are collected on Tuesday, paper every second Friday.
pa| Dr. Weiss is our family doctor, her practice opens at 8.
pu| We decided to rent a car instead of buying a second one.
pa| The spare key is with Mrs. Ahmed on the ground floor.
pu| The washing machine must not run after 10 pm.
pa| The boiler is serviced every March by Roth Heating.
pa| Ben has football on Wednesdays and Mia has piano on Mondays.
pu| The kitchen should be finished before the visit on 20 July.
pa| The router is in the hall cupboard; restart it by holding the button for ten seconds.
`,
    noise: `
Bought {F} at the market, {N} euros.
Cooked {F} today, everybody ate it.
The {F} from the shop was out, took another.
Today it rained and we stayed in with {F}.
Looked at {N} sofas online, none fits.
Paid invoice {N}, filed it.
{F} was on offer, {N} cents less.
Cleaned the shelf with the {F}.
Called about parcel {N}, it came in the evening.
Watched episode {N} with the children and {F}.
The shop on the corner sells {F} for {N} cents.
The blue box holds {F}.
`,
    parts: {
      F: `lentils|carrots|tomatoes|rice|pancakes|cheese|apples|pasta|soup|bread|peppers|yoghurt`,
    },
  },
  {
    name: 'household-de-400',
    size: 400,
    wanted: `
gu| Ich trinke keinen Alkohol und möchte auch keine Rezepte damit.
gu*| Opa verträgt kein Gluten.
gu| Bitte Termine immer mit Wochentag und Uhrzeit nennen.
gu| Mein Mann heißt Deniz, unsere Tochter Leyla geht in die zweite Klasse.
gu| Ich mag keine Koriander im Essen.
pu| Wir kaufen Fleisch nur beim Hofladen Brunner.
pa| Die Mülltonne wird donnerstags geleert, Glas am ersten Montag im Monat.
pa| Der Zählerstand für Strom ist bis zum 31. Dezember zu melden.
pu| Wir haben beschlossen, im Sommer an die Ostsee statt nach Italien zu fahren.
pa| Der Ersatzschlüssel liegt bei Familie Sommer in Nummer 14.
pu| Nach 20 Uhr darf die Waschmaschine nicht mehr laufen.
pa| Zahnärztin ist Frau Dr. Yildiz, die Praxis hat freitags geschlossen.
pa| Leyla hat mittwochs Schwimmen und braucht dann um drei abgeholt zu werden.
pu| Das Monatsbudget für Essen beträgt 600 Euro.
pa| Die Heizung wird über den Regler im Keller entlüftet, zweimal im Jahr.
`,
    noise: `
Heute {F} gekauft, {N} Cent billiger als sonst.
{F} gekocht, es war gut.
Gestern {F} im Laden vergessen.
Rechnung {N} bezahlt und abgelegt.
Paket {N} kam am Abend an.
Folge {N} geschaut, dazu {F}.
Regal mit {F} aufgeräumt.
{F} war ausverkauft, andere Sorte genommen.
Im Prospekt steht {F} für {N} Cent.
Spaziergang gemacht, danach {F}.
Im blauen Kasten ist {F}.
Der Laden an der Ecke hat {F} für {N} Cent.
`,
    parts: {
      F: `Linsen|Möhren|Tomaten|Reis|Pfannkuchen|Käse|Äpfel|Nudeln|Suppe|Brot|Paprika|Joghurt|Kartoffeln|Quark`,
    },
  },
  {
    name: 'household-fr-1500',
    size: 1_500,
    wanted: `
gu| Je ne mange jamais de porc.
gu*| Notre fils Noé est allergique aux œufs.
gu| Je préfère les listes de courses rangées par rayon.
gu| Ma femme s'appelle Inès et travaille de nuit à l'hôpital.
gu| Ne réserve rien sans me demander avant.
pu| Le budget des vacances est de 2 000 euros.
pa| Les poubelles sortent le mardi soir, le verre un vendredi sur deux.
pa| Le docteur Martin reçoit sans rendez-vous le jeudi matin.
pu| On a décidé de vendre la voiture et de prendre le train.
pa| La clé de secours est chez la gardienne.
pu| Il ne faut pas passer l'aspirateur avant dix heures.
pa| La chaudière est entretenue chaque octobre par la maison Duval.
pa| Noé a judo le samedi à quatorze heures.
pa| Le compteur d'eau se trouve derrière le placard de l'entrée.
pu| Les travaux de la salle de bain doivent être finis avant le 1er septembre.
`,
    noise: `
Acheté {F} au marché, {N} centimes.
Aujourd'hui préparé {F}, tout le monde a aimé.
Hier {F} manquait au magasin.
Payé la facture {N} et rangé.
Le colis {N} est arrivé le soir.
Regardé l'épisode {N} avec {F}.
Rangé l'étagère avec {F}.
{F} en promotion, {N} centimes de moins.
Promenade au parc {P}, puis {F}.
Croisé un voisin près de {P}, parlé de {F}.
Pris {N} photos à {P}.
Bu un café à {P}, {N} minutes de marche.
La boîte bleue contient {F}.
Le magasin près de {P} vend {F}, {N} centimes.
`,
    parts: {
      F: `des lentilles|des carottes|des tomates|du riz|des crêpes|du fromage|des pommes|des pâtes|de la soupe|du pain|des poivrons|du yaourt|des poires|du miel`,
      P: `la gare|l'école|la place|la rivière|la mairie|l'église|la piscine|la halle|la plage|la colline`,
    },
  },
];
