/** Memories that are close to a question without answering it, and many unrelated memories. */

/** Memories, one per line, that use words of the questions in another sense. */
export const NEAR = `
The manager of the office is called Ruth.
The package from Lyon has not come yet.
Peter uses the green notebook for his lists.
The host of the meeting brings the cake.
The ship in the bottle stands on the shelf.
We like the new logo more than the old one.
The errors in the brochure were corrected by the printer.
The tracking number of the parcel ends with 77.
The running group meets at the lake.
Work on the garden begins in April.
The book about dogs is overdue at the library.
The meat counter of the market closes at noon.
The exception to the parking rule is Sunday.
The release of the new record is celebrated in the club.
The source of the river is two hours away on foot.
The list of guests has 40 names.
My colleague has a pet project about birds.
The food stall at the fair had long queues.
The port wine was a present from Jorge.
The key to the piece is D minor.
The office plant needs water on Fridays.
The test pressing of the record sounds flat.
The bill of the restaurant was 48 euros.
The bank changed its opening hours.
The screen in the meeting room flickers.
The table in the hall is made of oak.
The old version of the poster hangs in the corridor.
The season of strawberries is over.
The card game needs four players.
The boss of the bakery sings in a choir.
The class of 2004 meets in May.
The tree in the yard lost a branch in the storm.
The commit of the referee to the match came late.
The night train had no dining car.
The message on the mug says hello.
The function of the west wing is unknown.
The date palm on the balcony did not survive.
The engine of the lawn mower is loud.
The size of the carpet is two by three metres.
The reference letter was signed in blue ink.
`;

/** Templates by group, one per line. `{A|B}` becomes A or B, `{N}` a number, and `{M}` a word of `PARTS.M`. */
export const FAR: Readonly<Record<string, string>> = {
  software: `
Fixed the {flaky|slow|broken} test of the {M} by {waiting for the event|resetting the clock|closing the socket}.
Looked into the {M}: the {timeout|leak|warning} comes from the {M}, nothing to do yet.
Merged pull request {N} about the {M}.
The {M} has {N} lines now and one to-do comment.
The {M} service listens on port {N} and is written in {Go|Rust|Java|Python}.
{Ines|Marek|Oluwaseun|Hiro|Greta} reviewed the change to the {M} and left {N} comments.
The log of the {M} shows {N} retries this morning.
The {M} calls the {M} twice at start.
Session of the {N}th: went through the {M} with the debugger.
`,
  research: `
Read {N} pages of the {S} literature, took notes on {S}.
The {S} figure was too dark, changed the palette.
Table {N} of the {S} appendix has a typo.
Talked with {Olga|Piotr|Nadia|Sven} about {S} for {N} minutes.
The {S} workshop had {N} people.
Recoded the {S} variable, {N} rows changed.
Printed {N} leaflets about {S}.
`,
  household: `
Bought {F} at the market, {N} euros.
Cooked {F} yesterday, everybody had some.
The shop on the corner sells {F} for {N} cents.
{Ella|Jonas|Rita|Emil} brought {F} to the party.
Watched episode {N} with the neighbours and {F}.
Called about parcel {N}, it came in the evening.
The blue box holds {F}.
`,
  deutsch: `
{N} Seiten von {D} gelesen.
{D} kostet beim Händler {N} Euro.
Mit {Olga|Sven|Rita|Emil} über {D} gesprochen.
{D} wurde auf Nummer {N} geliefert.
Im Keller liegen {N} Kisten mit {D}.
`,
  français: `
Lu {N} pages sur {R}.
{R} coûte {N} euros au marché.
Parlé avec {Olga|Sven|Rita|Emil} de {R}.
Le colis {N} contenait {R}.
`,
  español: `
Leí {N} páginas sobre {E}.
Compré {E} por {N} euros.
Hablé con {Olga|Sven|Rita|Emil} sobre {E}.
El paquete {N} traía {E}.
`,
  中文: `
今天读了{N}页关于{C}的书。
在市场买了{C}，花了{N}元。
和{小李|小陈|老周|小赵}谈了{C}。
第{N}号包裹里是{C}。
`,
  日本語: `
{J}について{N}ページ読みました。
{J}を{N}円で買いました。
{鈴木|高橋|伊藤|渡辺}さんと{J}の話をしました。
{N}番の荷物は{J}でした。
`,
};

/** Words for the slots of templates, by the slot's letter, separated by `|`. */
export const PARTS: Readonly<Record<string, string>> = {
  M: 'login form|invoice export|search box|mail sender|admin table|cron runner|price parser|settings page|webhook receiver|address book|chart widget|upload dialog|event bus|date picker|query builder|thread pool|retry loop|JSON reader|report viewer|sync agent',
  S: 'reading|sleep|mobility|nutrition|migration|labour|housing|climate|trust|memory|noise|traffic|ageing|play|language|music|commuting|voting|savings|friendship',
  F: 'lentils|carrots|tomatoes|rice|pancakes|cheese|apples|pasta|soup|bread|peppers|yoghurt|noodles|plums|cabbage|olives|honey|oats|beans|pears',
  D: 'Holz|Farbe|Papier|Ziegel|Stoff|Draht|Glas|Leder|Garn|Kalk|Lack|Ton|Filz|Kork|Wachs',
  R: 'bois|peinture|papier|tissu|verre|cuir|laine|argile|fer|liège|cire|sable|craie',
  E: 'madera|pintura|papel|tela|vidrio|cuero|lana|arcilla|hierro|corcho|cera|arena|tiza',
  C: '木材|油漆|纸张|布料|玻璃|皮革|羊毛|陶土|铁器|蜡烛|沙子|粉笔',
  J: '木材|ペンキ|紙|布|ガラス|革|羊毛|粘土|鉄|蝋燭|砂|チョーク',
};
