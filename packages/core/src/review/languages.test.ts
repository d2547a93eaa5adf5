import { describe, expect, test } from 'vitest';
import { contradictionOf } from './compare.ts';
import { statementOf } from './statement.ts';

const said = (text: string) => {
  const [, key, value] = /^@(\S+) (.*)$/.exec(text) ?? [];
  return { content: value ?? text, key: key ?? null };
};
const between = (older: string, newer: string) => contradictionOf(said(older), statementOf(said(newer)));

describe('[M-4] a contradiction in another language', () => {
  test.each([
    ['negation', 'Die Testdatenbank ist schreibgeschützt', 'Die Testdatenbank ist nicht schreibgeschützt'],
    ['negation', 'Die Pipeline nutzt Docker für Tests', 'Die Pipeline nutzt Docker nicht mehr für Tests'],
    [
      'negation',
      'Das Team benutzt keine Feature-Flags im Checkout',
      'Das Team benutzt Feature-Flags im Checkout',
    ],
    ['value', 'Anna wohnt in Berlin', 'Anna wohnt jetzt in Hamburg'],
    ['value', 'Ich wohne in Leipzig', 'Ich wohne jetzt in Dresden'],
    ['value', 'The user says: “Ich wohne in Leipzig”', 'The user says: “Ich wohne jetzt in Dresden”'],
    ['value', 'Der Paketmanager ist npm', 'Der Paketmanager ist yarn'],
    ['value', '@paketmanager npm', 'Der Paketmanager ist pnpm'],
    ['number', 'Der Abrechnungsdienst lauscht auf Port 8080', 'Der Abrechnungsdienst lauscht auf Port 9090'],
    ['replaced', 'Die Tests laufen mit Jest', 'Wir sind von Jest auf Vitest umgestiegen'],
    ['negation', 'La base de test est en lecture seule', "La base de test n'est pas en lecture seule"],
    ['negation', "L'équipe utilise Docker pour la recette", "L'équipe n'utilise plus Docker pour la recette"],
    ['value', 'Claire habite à Lyon', 'Claire habite désormais à Nantes'],
    ['value', "J'habite à Lyon", "J'habite maintenant à Nantes"],
    ['value', "L'éditeur de Claire est Vim", "L'éditeur de Claire est Emacs"],
    ['number', 'La facturation écoute sur le port 8080', 'La facturation écoute sur le port 9090'],
    ['replaced', 'Les tests tournent avec Jest', 'Nous sommes passés de Jest à Vitest'],
    ['negation', 'La base de pruebas es pública', 'La base de pruebas no es pública'],
    ['negation', 'El equipo usa Docker en las pruebas', 'El equipo ya no usa Docker en las pruebas'],
    ['value', 'Lucía vive en Sevilla', 'Lucía vive ahora en Bilbao'],
    ['value', 'Vivo en Sevilla', 'Vivo ahora en Bilbao'],
    ['value', 'El gestor de paquetes es npm', 'El gestor de paquetes es pnpm'],
    ['number', 'La facturación escucha en el puerto 8080', 'La facturación escucha en el puerto 9090'],
    ['replaced', 'Las pruebas corren con Jest', 'Cambiamos de Jest a Vitest'],
    ['negation', 'Il database di prova è pubblico', 'Il database di prova non è pubblico'],
    ['negation', 'La squadra usa Docker nei test', 'La squadra non usa più Docker nei test'],
    ['value', 'Chiara abita a Torino', 'Chiara abita ora a Genova'],
    ['value', 'Abito a Torino', 'Abito ora a Genova'],
    ['value', "L'editor di Chiara è Vim", "L'editor di Chiara è Emacs"],
    ['number', 'La fatturazione ascolta sulla porta 8080', 'La fatturazione ascolta sulla porta 9090'],
    ['replaced', 'I test girano con Jest', 'Siamo passati da Jest a Vitest'],
    ['number', 'La cache scade dopo 30 minuti', 'La cache scade dopo 60 minuti'],
    ['replaced', 'Il frontend usa webpack', 'Il gruppo ha sostituito webpack con Vite'],
    ['number', 'O cache expira após 30 minutos', 'O cache expira após 60 minutos'],
    ['negation', 'O banco de testes é público', 'O banco de testes não é público'],
    ['negation', 'A equipe usa Docker nos testes', 'A equipe não usa mais Docker nos testes'],
    ['value', 'Lúcia mora em Recife', 'Lúcia mora agora em Natal'],
    ['value', 'Moro em Recife', 'Moro agora em Natal'],
    ['value', 'O gerenciador de pacotes é npm', 'O gerenciador de pacotes é pnpm'],
    ['number', 'O faturamento escuta na porta 8080', 'O faturamento escuta na porta 9090'],
    ['replaced', 'Os testes rodam com Jest', 'Mudamos de Jest para Vitest'],
    ['negation', '用户喜欢喝咖啡', '用户不喜欢喝咖啡'],
    ['negation', '这个项目有集成测试', '这个项目没有集成测试'],
    ['negation', '团队使用Docker', '团队现在不再使用Docker'],
    ['number', '计费服务的端口是8080', '计费服务的端口是9090'],
    ['replaced', '前端使用webpack打包', '我们从webpack换成了vite'],
    ['negation', 'テストではDockerを使う', 'テストではDockerを使わない'],
    ['negation', 'この環境は公開されています', 'この環境は公開されていません'],
    ['number', '請求サービスのポートは8080です', '請求サービスのポートは9090です'],
    ['replaced', 'フロントエンドはwebpackを使っている', 'webpackからviteに移行した'],
  ])('by %s: %j, then %j', (reason, older, newer) => {
    expect(between(older, newer)).toBe(reason);
  });

  test.each([
    // German
    ['Der Drucker ist in Raum 5', 'Der Server ist in Raum 7'],
    ['Der Drucker steht in Raum 5', 'Der Drucker hat 2 Fächer'],
    ['Standup am Montag mit Anna', 'Standup am Dienstag mit Anna'],
    ['Anna mag Tee', 'Anna mag Kaffee'],
    ['Fehler in Ticket 12 behoben', 'Fehler in Ticket 31 behoben'],
    ['Die App nutzt React', 'Die App nutzt Postgres'],
    ['Anna wohnt in Berlin', 'Bernd wohnt in Hamburg'],
    ['Nie direkt auf main pushen', 'Nie Geheimnisse einchecken'],
    ['Sitzung mit Anna am 5.1.2026 über den Plan', 'Sitzung mit Anna am 12.1.2026 über den Plan'],
    ['Die Datenbank ist langsam', 'Die Datenbank ist in Frankfurt gehostet'],
    ['Der Bericht hat 12 Seiten über Rom', 'Der Vortrag hat 30 Folien über Rom'],
    // French
    ["L'imprimante est en salle 5", 'Le serveur est en salle 7'],
    ['Claire aime le thé', 'Claire aime le café'],
    ['Réunion lundi avec Claire sur le budget', 'Réunion mardi avec Claire sur le budget'],
    ["L'application utilise React", "L'application utilise Postgres"],
    ['Corrigé le ticket 12 du parseur', 'Corrigé le ticket 31 du parseur'],
    ['Il faut plus de mémoire pour la recette', 'Il faut de la mémoire pour la recette'],
    ['Ne jamais pousser sur main', 'Ne jamais publier de secrets'],
    ['Le rapport compte 12 pages sur Rome', 'Le rapport compte 3 annexes sur Rome'],
    // Spanish
    ['La impresora está en la sala 5', 'El servidor está en la sala 7'],
    ['A Lucía le gusta el té', 'A Lucía le gusta el café'],
    ['Reunión el lunes con Lucía sobre el plan', 'Reunión el martes con Lucía sobre el plan'],
    ['La aplicación usa React', 'La aplicación usa Postgres'],
    ['Arreglado el ticket 12 del analizador', 'Arreglado el ticket 31 del analizador'],
    ['No subir nada a main', 'No guardar secretos en el repositorio'],
    ['The report has 12 pages about Rome', 'The report has 3 annexes about Rome'],
    ['El informe tiene 12 páginas sobre Roma', 'El informe tiene 3 anexos sobre Roma'],
    // Italian
    ['La stampante è in sala 5', 'Il server è in sala 7'],
    ['A Chiara piace il tè', 'A Chiara piace il caffè'],
    ['Riunione lunedì con Chiara sul piano', 'Riunione martedì con Chiara sul piano'],
    ["L'applicazione usa React", "L'applicazione usa Postgres"],
    ['Corretto il ticket 12 del parser', 'Corretto il ticket 31 del parser'],
    ['Non pubblicare mai su main', 'Non salvare mai segreti nel repository'],
    ['La riunione del gruppo è in sala 5', 'La riunione del gruppo è in sala 7'],
    ['Chiara lavora su Atlas', 'Chiara lavora su Boreas'],
    ['La versione 1.2 non supporta Windows', 'La versione 1.3 supporta Windows'],
    ['Il ramo principale è main', 'Il ramo principale è protetto'],
    ['In sviluppo la cache è attiva', 'In produzione la cache non è attiva'],
    ['Il responsabile del backend è Luca', 'Il responsabile del frontend è Paolo'],
    // Portuguese
    ['A versão 1.2 não suporta Windows', 'A versão 1.3 suporta Windows'],
    ['O ramo principal é main', 'O ramo principal é protegido'],
    ['Em desenvolvimento o cache está ativo', 'Em produção o cache não está ativo'],
    ['A filha da Sofia chama-se Marta', 'O filho da Sofia chama-se Leo'],
    ['A impressora está na sala 5', 'O servidor está na sala 7'],
    ['A Lúcia gosta de chá', 'A Lúcia gosta de café'],
    ['Reunião na segunda com Lúcia sobre o plano', 'Reunião na terça com Lúcia sobre o plano'],
    ['A aplicação usa React', 'A aplicação usa Postgres'],
    ['Corrigido o ticket 12 do analisador', 'Corrigido o ticket 31 do analisador'],
    ['Nunca publicar em main', 'Nunca guardar segredos no repositório'],
    ['O servidor da equipe roda no Docker', 'O servidor da equipe roda com Docker'],
    ['O relatório tem 12 páginas sobre Roma', 'O relatório tem 3 anexos sobre Roma'],
    // Chinese and Japanese
    ['这两个系统不同', '这两个系统相同'],
    ['安娜住在柏林', '安娜住在汉堡'],
    ['会议在第3会议室', '会议在第5会议室'],
    ['修复了12号问题', '修复了31号问题'],
    ['用户喜欢茶', '用户喜欢咖啡'],
    ['大家对结果不错的项目很满意', '大家对结果错的项目很满意'],
    ['東京に住んでいる', '大阪に住んでいる'],
    ['会議は3階です', '会議は5階です'],
    ['問題12を直した', '問題31を直した'],
    ['お茶が好きです', 'コーヒーが好きです'],
    // Sentences about two different subjects
    ['The Lyon office has 12 seats', 'The Nantes office has 30 seats'],
    ['Anna leads Design', 'Anna leads Purchasing'],
    ['Katrin leitet das Designteam', 'Katrin leitet die Einkaufsgruppe'],
    ['Kunde A hat Vertrag 17 unterschrieben', 'Kunde A hat Vertrag 18 unterschrieben'],
    ['Les bureaux de Lyon ont 12 places', 'Les bureaux de Nantes ont 30 places'],
    ['Die Prüfung im Fach Mathe dauert 90 Minuten', 'Die Prüfung im Fach Deutsch dauert 120 Minuten'],
    ['Nicht vor 9 Uhr anrufen', 'Nicht nach 18 Uhr anrufen'],
    ['Léa travaille sur Atlas', 'Léa travaille sur Boreas'],
    ['Ana trabaja en Atlas', 'Ana trabaja en Boreas'],
    ['Eve works on Atlas', 'Eve works on Boreas'],
    // Languages without rules, and two languages
    ['De server van het team draait in kamer 5', 'De printer van het team draait in kamer 7'],
    ['Spotkanie zespołu jest w sali 5', 'Spotkanie klientów jest w sali 7'],
    ['Сервер стоит в комнате 5', 'Принтер стоит в комнате 7'],
    ['Der Editor von Anna ist Vim', 'The editor of Anna is Emacs'],
  ])('is not between %j and %j', (older, newer) => {
    expect(between(older, newer)).toBeNull();
    expect(between(newer, older)).toBeNull();
  });
});
