/** The shapes of passwords and keys that people tell in a sentence, in nine languages. The words are here; secret-shapes.ts tries them. [TR-14] */
import { looksBare, looksDialled, looksRandom, looksStrong, looksTold } from './secret-values.ts';

const anyOf = (words: string): string =>
  `(?:${words
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .join('|')})`;

const PASSWORD = anyOf(String.raw`
  passwords?|passwd|passphrase|\bp/?w|\bpwd|\bpasscode
  passwort|kennwort|zugangscode|(?:wlan|wi-?fi)[- ](?:schlüssel|key)
  mot de passe|\bmdp
  contrase[nñ]a|\bclave
  parola d['’]ordine
  \bsenha|palavra[- ]passe
  wachtwoord
  парол[ьяю]`);
const UNSPACED_PASSWORD = '(?:密码|密碼|口令|パスワード|暗証番号|合言葉)';
const PIN = anyOf(String.raw`
  \bPIN(?:-?(?:Code|Nummer|code|nummer))?
  \b(?:Geheimzahl|[zZ]ugangscode|[tT]ürcode|[dD]igicode)
  [пП]ин-?код|ПИН(?:-код)?`);
const API_KEY = anyOf(String.raw`
  \bapi[- ]?(?:schlüssel|密钥|密鑰|金鑰|キー|ключ)
  \b(?:clé|clave|llave|chiave|chave|ключ) (?:d['’]|de l['’]|de |dell['’]|da |do |к )?api
  zugangsschlüssel
  アクセストークン|访问令牌|訪問令牌|токен доступа`);

/** The words between a password's name and its verb: "for the database", "vom NAS", "du wifi". */
const OF_WHAT = String.raw`(?:[ \t](?:for|of|to|on|at|für|fürs|vom|von|zum|zur|des|der|meine[rs]|du|de|del|della|dello|dell['’][^\s.,;:=!?"'()]{1,20}|do|da|dos|das|para|pour|от|для|к|на)(?:[ \t][^\s.,;:=!?"'()]{1,20}){0,4})`;
const IS = `(?:is|ist|lautet|war|est|es|era|é|è|это|[-–—])`;
/** What stands between a password's name and the password: a verb or a colon. */
const TELLS = String.raw`(?:[ \t]${IS}[ \t]{0,2}:?|,?[ \t]c['’]est|[ \t]{0,3}[:=：])[ \t]{1,3}`;
const QUOTE = `["'\`«„“「]?`;
/** A value at the end of a clause. */
const BARE = String.raw`([A-Za-z0-9!#$%&*+?@]{8,40})(?!["'»“”]?[ \t]{0,3}[^\s.,;!?)。，、！"'»“”])`;
const VALUE = `([^\\s"'\`,;»“”]{6,})`;

/** A thing with a password of its own. No text about passwords puts it beside the word without more words. */
const THING = String.raw`(?:[ \t](?:for|of|für|fürs|vom|von|zum|du|de|del|della|do|da|pour|от|для))?(?:[ \t](?:the|my|our|das|dem|den|la|le|el|il|o|a|mein|meinem|mon|mi|meu))?[ \t](?:wi-?fi|wlan|nas|router|vpn|gmail|netflix|spotify|amazon|paypal|icloud|laptop|handy|bank|вайфая?|вай-?фая?)`;

const HINTS = [
  ...[
    'pass',
    'mdp',
    'kennwort',
    'zugangscode',
    'pw',
    'p/w',
    'wlan',
    'wifi',
    'wi-fi',
    'contrase',
    'clave',
    'parola',
    'senha',
  ],
  ...['wachtwoord', 'парол'],
];
/** Where "pin" alone could mean another thing, the words around it tell. */
const PIN_ELSEWHERE = new RegExp(
  String.raw`(?:${[
    String.raw`\b(?:[Mm]y|[Oo]ur) pin(?: code)?(?: is|:)`,
    String.raw`\b(?:[Cc]ard|SIM|[Ss]im|[Bb]ank|[Pp]hone|[Dd]oor) (?:pin|PIN)(?: code)?(?: is|:)?`,
    String.raw`\b(?:pin|PIN) code (?:of|for) (?:my|our|the) (?:[a-z]{2,12} )?(?:card|phone|door|SIM|safe)(?: is|:)?`,
    String.raw`\bPIN ?(?:码|碼|コード|番号)[是は为為:：]?`,
    String.raw`\b[Pp]asscode(?: is|:)?`,
    '[пП]ин (?:карты|карточки|телефона|двери)(?::| —| это)?',
  ].join('|')})[ \t]{0,3}(\d{4,6})(?![\d%€$])(?![.,:/-]\d)`,
  'g',
);
const UNSPACED_HINTS = ['密码', '密碼', '口令', 'パスワード', '暗証番号', '合言葉'];

export const TOLD_PASSWORDS = [
  {
    kind: 'password',
    hints: HINTS,
    pattern: new RegExp(`${PASSWORD}${OF_WHAT}?${TELLS}${QUOTE}${VALUE}`, 'gi'),
    group: 1,
    isSecret: looksTold,
  },
  {
    // "wifi password hunter22", "pw for the NAS: hunter22".
    kind: 'password',
    hints: HINTS,
    pattern: new RegExp(
      String.raw`${PASSWORD}(?:['’]s|${THING})?(?:[ \t]{0,3}[:=：→])?[ \t]{1,3}${QUOTE}${BARE}`,
      'gi',
    ),
    group: 1,
    isSecret: looksBare,
  },
  {
    kind: 'password',
    hints: HINTS,
    pattern: new RegExp(
      String.raw`(?:${PASSWORD}${THING}[ \t]{0,3}[:=：][ \t]{0,3}|\bp/?wd?=)${QUOTE}${VALUE}`,
      'gi',
    ),
    group: 1,
    isSecret: looksTold,
  },
  {
    // "mdp admin : …": without a preposition, only a value that looks like nothing else.
    kind: 'password',
    hints: HINTS,
    pattern: new RegExp(
      String.raw`${PASSWORD}(?:[ \t][^\s.,;:=!?"'()]{1,20}){1,2}[ \t]{0,3}[:=：][ \t]{0,3}${QUOTE}${VALUE}`,
      'gi',
    ),
    group: 1,
    isSecret: looksStrong,
  },
  {
    // "Ich habe das Passwort auf … geändert".
    kind: 'password',
    hints: HINTS,
    pattern: new RegExp(
      String.raw`${PASSWORD}(?:[ \t][^\s.,;:=!?"'()]{1,20}){0,6}[ \t](?:auf|to|à|a|para|на)[ \t]${QUOTE}${VALUE}`,
      'gi',
    ),
    group: 1,
    isSecret: looksStrong,
  },
  {
    kind: 'password',
    hints: UNSPACED_HINTS,
    pattern: new RegExp(
      String.raw`${UNSPACED_PASSWORD}(?:[是为為は:：]|(?:改|换|換)成了?|改[为為])\s{0,3}${QUOTE}([!#-&(-+./-_a-~-]{6,}|\d{4,5}(?!\d|[位个個字文桁年月日天次分秒人件]))`,
      'gi',
    ),
    group: 1,
    isSecret: (value: string) => looksTold(value) || looksDialled(value),
  },
  {
    kind: 'password',
    hints: ['パスワード', '暗証番号', '合言葉'],
    pattern: /(?:パスワード|暗証番号|合言葉)を\s{0,3}["'`「]?([!#-&(-+./-_a-~-]{6,})["'`」]?\s{0,3}[にへ]/g,
    group: 1,
    isSecret: looksTold,
  },
  {
    kind: 'password',
    hints: UNSPACED_HINTS,
    pattern: new RegExp(String.raw`${UNSPACED_PASSWORD}[ \t\u3000]${BARE}`, 'gi'),
    group: 1,
    isSecret: looksBare,
  },
  {
    kind: 'password',
    hints: ['pin', 'passcode', 'пин'],
    pattern: PIN_ELSEWHERE,
    group: 1,
    isSecret: looksDialled,
  },
  {
    kind: 'password',
    hints: ['pin', 'geheimzahl', 'zugangscode', 'türcode', 'digicode', 'пин'],
    pattern: new RegExp(
      String.raw`${PIN}${OF_WHAT}?(?:[ \t]${IS}|[ \t]{0,3}:)?[ \t]{1,3}(\d{4,5})(?![\d%€$])(?![.,:/-]\d)(?![ \t]?m?[msVΩ]\b)`,
      'g',
    ),
    group: 1,
    isSecret: looksDialled,
  },
] as const;

export const TOLD_KEYS = [
  {
    kind: 'secret value',
    hints: ['api', 'zugangsschl', 'アクセストークン', '令牌', 'токен'],
    pattern: new RegExp(
      String.raw`${API_KEY}(?:[ \t]${IS}|\s{0,3}[:=：是は])\s{0,3}${QUOTE}([A-Za-z0-9_./+=~-]{16,})`,
      'gi',
    ),
    group: 1,
    isSecret: looksRandom,
  },
] as const;
