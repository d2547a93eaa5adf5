/** Guesses whether a sentence is about something that lasts, such as a preference, or about work that is done. */

interface Wording {
  /** Words for something that holds from then on. */
  readonly lasting: RegExp;
  /** Words for work that is done or under way, and soon over. */
  readonly passing: RegExp;
}

/** Patterns by language, all applied to every text. Word edges are written out, because `\b` knows ASCII only. [SU-3] */
const WORDINGS: readonly Wording[] = [
  {
    lasting:
      /\b(?:prefers?|likes?|dislikes?|hates?|wants?|always|never|must|should|don't|avoids?|decided|decision|chose|agreed|rule|convention|uses?|owns?|leads?|responsible|instead of|is called|lives? in|runs? on|depends? on|requires?|because|deadline)\b/iu,
    passing:
      /^(?:fixed|added|updated|renamed|ran|tried|tested|looked|merged|deployed|installed|ok|done)\b|\b(?:today|yesterday|just now|right now|currently|this morning)\b/iu,
  },
  {
    lasting:
      /(?<!\p{L})(?:bevorzugt|mag|hasst|immer|nie|niemals|muss|müssen|soll|sollen|entschieden|entscheidung|regel|vereinbart|benutzt|nutzt|verwendet|leitet|verantwortlich|statt|heißt|wohnt|lebt|läuft auf|braucht|weil|frist)(?!\p{L})/iu,
    passing:
      /^(?:behoben|hinzugefügt|aktualisiert|umbenannt|ausprobiert|getestet|erledigt|gemergt)(?!\p{L})|(?<!\p{L})(?:heute|gestern|gerade eben|momentan)(?!\p{L})/iu,
  },
  {
    lasting:
      /(?<!\p{L})(?:préfère|aime|déteste|veut|toujours|jamais|doit|doivent|faut|décidé|décision|règle|convention|utilise|dirige|responsable|au lieu de|s'appelle|habite|vit à|nécessite|parce que|échéance)(?!\p{L})/iu,
    passing:
      /^(?:corrigé|ajouté|renommé|essayé|testé|fusionné|déployé|installé|fini|fait)(?!\p{L})|(?<!\p{L})(?:aujourd'hui|hier|ce matin|en ce moment)(?!\p{L})/iu,
  },
  {
    lasting:
      /(?<!\p{L})(?:prefiere|le gusta|odia|quiere|siempre|nunca|debe|deben|hay que|decidió|decidido|decisión|regla|usa|utiliza|dirige|responsable|en lugar de|se llama|vive en|necesita|requiere|porque|plazo)(?!\p{L})/iu,
    passing:
      /^(?:arreglado|añadido|actualizado|renombrado|probado|fusionado|desplegado|instalado|hecho)(?!\p{L})|(?<!\p{L})(?:hoy|ayer|ahora mismo|esta mañana)(?!\p{L})/iu,
  },
  {
    lasting:
      /(?<!\p{L})(?:preferisce|preferisco|piace|odia|vuole|sempre|non \p{L}+ mai|mai \p{L}+[aei]re|deve|devono|bisogna|deciso|decisione|regola|convenzione|usa|utilizza|dirige|responsabile|invece di|al posto di|si chiama|vive a|abita a|serve|richiede|perché|scadenza)(?!\p{L})/iu,
    passing:
      /^(?:corretto|aggiunto|aggiornato|rinominato|provato|testato|installato|fatto)(?!\p{L})|(?<!\p{L})(?:oggi|ieri|proprio ora|stamattina)(?!\p{L})/iu,
  },
  {
    lasting:
      /(?<!\p{L})(?:prefere|prefiro|gosta|odeia|quer|sempre|nunca|deve|devem|é preciso|decidiu|decidido|decisão|regra|convenção|usa|utiliza|dirige|responsável|em vez de|ao invés de|chama-se|se chama|mora em|vive em|precisa|requer|porque|prazo)(?!\p{L})/iu,
    passing:
      /^(?:corrigido|adicionado|atualizado|renomeado|testado|instalado|feito)(?!\p{L})|(?<!\p{L})(?:hoje|ontem|agora mesmo|esta manhã)(?!\p{L})/iu,
  },
  {
    lasting: /喜欢|喜歡|偏好|讨厌|总是|從不|从不|必须|应该|决定|规则|使用|负责|而不是|因为|截止/u,
    passing: /^(?:修复了|添加了|更新了|测试了)|今天|昨天|刚刚/u,
  },
  {
    lasting:
      /好き|好む|嫌い|必ず|いつも|決して|べき|なければならない|決めた|決定|規則|使う|使って|担当|代わりに|ため/u,
    passing: /^(?:修正した|追加した|更新した)|今日|昨日|今朝|たった今/u,
  },
];

const ASCII = /^[\0-\x7f]*$/;
/** Groups without groups in them, of which the patterns are made. */
const GROUP = /\(\?:([^()]*)\)/g;

/** Returns the first words of a pattern's alternatives, without those that an ASCII text cannot hold. */
const firstWordsOf = ({ source }: RegExp): readonly string[] =>
  [...source.matchAll(GROUP)]
    .flatMap(([, group = '']) => group.split('|'))
    .flatMap((alternative) => {
      const word = /^\p{L}*/u.exec(alternative)?.[0] ?? '';
      if (word === '' || !ASCII.test(word)) return [];
      return alternative[word.length] === '?' ? [word.slice(0, -1), word] : [word];
    });

const byFirstWord = (patterns: readonly RegExp[]): ReadonlyMap<string, readonly RegExp[]> => {
  const found = new Map<string, RegExp[]>();
  for (const pattern of patterns)
    for (const word of new Set(firstWordsOf(pattern))) found.set(word, [...(found.get(word) ?? []), pattern]);
  return found;
};

const PASSING = WORDINGS.map(({ passing }) => passing);
const LASTING = WORDINGS.map(({ lasting }) => lasting);
const PASSING_WORDS = byFirstWord(PASSING);
const LASTING_WORDS = byFirstWord(LASTING);

/** Makes a matcher for a sentence. For an ASCII text it tries only patterns whose first word is present. */
const matcherOf = (sentence: string) => {
  const words = ASCII.test(sentence) ? (sentence.toLowerCase().match(/[a-z]+/g) ?? []) : null;
  return (patterns: readonly RegExp[], firstWords: ReadonlyMap<string, readonly RegExp[]>): boolean =>
    words === null
      ? patterns.some((pattern) => pattern.test(sentence))
      : words.some((word) => firstWords.get(word)?.some((pattern) => pattern.test(sentence)));
};

/** Returns 1 for something that lasts, 0 for something that passes, else a value between. */
export const lastingShare = (sentence: string): number => {
  const matches = matcherOf(sentence);
  if (matches(PASSING, PASSING_WORDS)) return 0;
  return matches(LASTING, LASTING_WORDS) ? 1 : 0.4;
};
