/**
 * Relates what a prompt asks for to wishes about how to do it, in eight languages. "Always use APA" shares no word with "list the
 * sources", but applies to it: both are about citing. [CX-13]
 */
interface Deed {
  /** Words of a prompt that asks for the deed. `*` matches any ending. In a language without spaces, a word matches anywhere. */
  readonly asks: string;
  /** Words of a memory that says how to do it. These words are searched for. */
  readonly governs: string;
}

const DEEDS: readonly Deed[] = [
  {
    asks: `cook* recipe* dinner lunch breakfast brunch meal* menu bake* baking cake* snack* eat restaurant* grocer* kochen kocht abendessen mittagessen
      frühstück rezept* essen backen kuchen restaurant dîner déjeuner recette* repas cuisiner gâteau manger cena comida almuerzo desayuno receta* cocinar
      comer cucin* ricett* cena pranzo colazione dolce mangiare cozinh* receita* jantar almoço bolo 晚饭 午饭 早饭 早餐 午餐 晚餐 食谱 做菜 夕食 昼食 朝食 料理 レシピ`,
    governs: `allergic allergy allergies intolerant vegetarian vegan eat eats meat diet gluten lactose halal kosher spicy food meals allergisch allergie
      vegetarisch vegan vegetarier vegetarierin veganer veganerin nussallergie erdnussallergie laktoseintoleranz laktoseintolerant glutenunverträglichkeit
      zöliakie unverträglichkeit intoleranz esse isst vertrage essen allergique intolérant intolérante allergie végétarienne végane cœliaque végétarien mange manger alérgico alérgica alergia intolerante celíaco celíaca vegetariano vegana come comer carne fleisch viande allergico allergica allergia
      intollerante celiaco celiaca vegetariano vegetariana vegano mangio mangia alergias 过敏 過敏 素食 吃素 不吃 乳糖 アレルギー 食べ 不耐症 ベジタリアン`,
  },
  {
    asks: `flight* fly train* ticket* seat* hotel* trip book reserve flug zug fahrkarte* hotel buchen vol train billet* réserve* vuelo* tren billete* reserva* volo voli treno bigliett* prenot* albergo voo voos comboio passagem passagens viagem
      机票 火车票 酒店 航班 ホテル 新幹線`,
    governs: `seat seats aisle window hotel hotels airline flight flights train trains class platz sitzplatz fenster gang hotel siège couloir fenêtre hôtel
      asiento pasillo ventanilla hotel posto finestrino corridoio assento janela corredor 座位 靠窗 窓側 通路側`,
  },
  {
    asks: `cite cites citing citation* reference references source sources bibliography literature footnote* quellenangabe* quellen zitier* literaturverzeichnis
      sources citer bibliographie fuentes citar bibliografía fonti citazion* fontes citaç* bibliografia 参考文献 引用`,
    governs: `apa mla chicago harvard ieee vancouver bibtex cite citations citation references footnotes bibliography zitiere zitieren quellen fußnoten citer
      citations cita citas citazioni fonti citações fontes 引用 参考文献`,
  },
  {
    asks: `write* draft* compose* rewrite* translate* email* letter* article* summar* abstract* introduction paragraph* announce* essay reply
      schreib* entwirf* formulier* übersetz* brief mail zusammenfassung écris écrire rédige* traduis courriel lettre résum* annonce escribe escribir redacta*
      traduce correo carta resume resumen anuncio scriv* redig* riassum* traduc* annuncio lettera escrev* redij* resumir resuma traduz* anúncio carta 写 总结 翻译 邮件 書いて 要約 翻訳 メール`,
    governs: `tone formal informal emoji emojis english british american german words sentences paragraphs abstracts abstract jargon style active passive voice
      spelling polite formell duze sieze emojis sätze absätze vouvoyant vouvoie tutoie émojis phrases formal tutea tecnicismos frases emojis formale frasi 语气 简体 繁体 表格 敬語`,
  },
  {
    asks: `explain* describe* teach answer* erklär* beschreib* expliq* décris explíc* explica* describe spiega* spieghi* descriv* descrev* expliqu* 解释 说明 总结 説明 教えて`,
    governs: `answer answers respond reply replies explanations explanation brief short concise examples jargon antworte antworten kurz beispiele réponds
      réponses courtes exemples responde respuestas cortas ejemplos tecnicismos rispondi risposte brevi esempi responda respostas curtas exemplos 回答 简短 回答する 簡潔`,
  },
  {
    asks: `code function* class implement* script* refactor* module* component* parse* parser* write program* method* endpoint* funktion* programm* fonction
      función codice funzione funzioni código função 代码 函数 コード 関数`,
    governs: `code typescript javascript python rust strict comments comment tabs spaces indentation indent style functions naming types typed lint linter
      formatter docstrings tests code kommentare code commentaires código comentarios codice commenti comentários 代码 注释 コード`,
  },
  {
    asks: `commit* merge* push* branch* rebase* pr pull`,
    governs: `commit commits push merge branch branches rebase imperative main squash pull`,
  },
  {
    asks: `install* dependenc* package* librar* module* upgrade* npm pip installier* abhängigkeit* bibliothek* paket* installe* dépendance* instala*
      dependencia* dipendenz* pacchett* dependênci* pacote* 安装 依赖 インストール`,
    governs: `pnpm npm yarn bun deno pip poetry uv conda cargo maven gradle composer dependency dependencies package packages library libraries abhängigkeiten
      dépendances dependencias dipendenze dependências 依赖`,
  },
  {
    asks: `chart* plot* figure* graph graphs diagram* visuali* table tables diagramm* grafik* abbildung* tabelle* graphique* tableau* gráfic* tabla* grafic* tabell* tabela* 图表 グラフ`,
    governs: `figures figure charts chart plots plot tables table colours colors ggplot2 matplotlib plotly abbildungen tabellen graphiques tableaux gráficos
      tablas grafici tabelle tabelas 图表 グラフ`,
  },
  {
    asks: `test tests testing unittest* teste* essai* prueba* 测试 テスト`,
    governs: `test tests testing mocks fixtures coverage pruebas 测试 テスト`,
  },
  {
    asks: `send sends sending share sharing upload* copy copies publish* forward* schick* teile* envoie* partage* envía* comparte* invia inviare condivid* manda mandare enviar envie partilh* compartilh* 发送 分享 送って 共有`,
    governs: `leave share shared upload uploaded anonymous anonymised confidential private server recordings data teilen hochladen partager compartir condividere riservato partilhar compartilhar confidencial 保密`,
  },
  {
    asks: `buy order shop wear dress trousers shoes sneakers jacket shirt kauf* bestell* achète* commande* compra* ordina ordinare scarpe encomend* sapatos 买 買`,
    governs: `size sizes wear wears shoe größe taille talla taglia tamanho 尺码 サイズ`,
  },
];

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

const cuesOf = (list: string) => {
  const all = list.trim().split(/\s+/);
  return {
    words: new Set(all.filter((word) => !word.endsWith('*') && !UNSPACED.test(word))),
    beginnings: all.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1)),
    pieces: all.filter((word) => UNSPACED.test(word)),
  };
};

const KNOWN = DEEDS.map(({ asks, governs }) => ({
  asks: cuesOf(asks),
  governs: governs.trim().split(/\s+/),
}));

/** Returns words of memories that say how to do what `text` asks for. `words`: its words in lower case. */
export const governingWords = (text: string, words: readonly string[]): readonly string[] => {
  const found = KNOWN.filter(
    ({ asks }) =>
      words.some(
        (word) => asks.words.has(word) || asks.beginnings.some((beginning) => word.startsWith(beginning)),
      ) || asks.pieces.some((piece) => text.includes(piece)),
  );
  return [...new Set(found.flatMap(({ governs }) => governs))];
};

const STANDING =
  /(?<!\p{L})(?:always|never|prefer|prefers|preferred|don't|do not|does not eat|doesn't eat|must|must not|only|avoid|rather than|instead of|likes?|dislikes?|hates?|cannot stand|can't stand|allergic|allerg\w+|intolerant|vegetarian|vegan|halal|kosher|from now on|in the imperative|keep|under \d+|at most|without asking|call me|are (?:written|drawn|made|managed)|my \p{L}+ size|size is|immer|nie|niemals|bevorzug\p{L}*|lieber|mag kein\p{L}*|(?:vertrage|esse|trinke) kein\p{L}*|\p{L}{0,12}(?:allergie|unverträglichkeit|intoleranz)|\p{L}{2,9}intolerant|vegetarier(?:in)?|veganer(?:in)?|zöliakie|végétarien(?:ne)?|végane|intolérante?|ne (?:mange|bois) (?:pas|jamais)|vegetarian[oa]|vegan[oa]|cel[ií]ac[oa]|intoll?erante|alergia|allergia|no (?:como|bebo)|non (?:mangio|bevo)|não (?:como|bebo)|allergisch|bitte|nur|toujours|jamais|préfère|n'utilise|évite|allergique|siempre|nunca|prefiero|prefiere|no uses|evit[ae]|alérgic\p{L}|sempre|non (?:\p{L}+ ){1,2}mai|mai \p{L}+[aei]re|preferisco|preferisce|non usare|allergic\p{L}|não use|prefiro|prefere)(?!\p{L})|^(?:use|cite|write|format|answer|speak|respond|reply|keep|add|run|put|name|make|sign|end|begin|start|antworte|schreibe?|verwende|réponds|écris|utilise|responde|escribe|usa|scrivi|rispondi|responda|escreva)(?!\p{L})|请|总是|从不|不要|过敏|過敏|喜欢|不吃|吃素|乳糖|常に|必ず|しないで|てください|アレルギー|苦手|食べません|不耐症/iu;

/** Whether a memory says how a person wants things: a rule, a preference or a prohibition. */
export const isStanding = (content: string): boolean => STANDING.test(content);
