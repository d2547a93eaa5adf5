/**
 * Finds texts that the person hands over to be translated, corrected or sent, and what others said. Their sentences are no word of
 * the person about themselves: "Translate to German: Good morning. I live in Hamburg."
 */
import { LIMITS } from '@cairn/schema';
import { tellsWhoSpoke } from './speech-tags.ts';

/** The words of a language by which a message hands over a text. Each is matched anywhere in a sentence. */
interface Handing {
  /** The sentence orders something of a text before or behind it: the whole message may be that text. */
  readonly whole: string;
  /** The sentence names such a text. It orders something of it if it is short, a question or ends in a colon. */
  readonly texts?: string;
  /** The text follows this sentence, or its colon. */
  readonly rest: string;
}

const HANDINGS: readonly Handing[] = [
  {
    whole: String.raw`(?<!(?:always|never|not|don't|I|we) )(?:translate|proofread|paraphrase|rephrase|reword) (?:(?:this|that|it|these|the following|my [\p{L}-]{1,30}|the (?:text|sentence)s?)(?! (?:page|file|function|component|readme|app|site|repo))(?![\p{L}])|(?:in)?to \p{Lu})|is this (?:grammatically )?(?:correct|well written)\?|(?:can|could|would) you (?:please )?proofread(?: this)?[.?!]|(?:which|what) (?:one |version )?sounds (?:better|more natural)|how (?:do|would|should) (?:you|I) (?:say|translate|phrase) (?:this|that|it|the following|in \p{Lu})|(?:fix|correct|check|improve) (?:the |my )?(?:grammar|spelling|wording|punctuation|english|german|french|spanish)(?! (?:of|in) (?:the|our) )`,
    texts: String.raw`(?:this|these|my|the following|the above) (?:[\p{L}-]{1,30} )?(?:sentences?|paragraphs?|e-?mails? (?:draft|text)|drafts?|texts?(?! (?:field|box|file|area|node|column))|letter|poem|essay|cover letter|grammar|spelling|wording)`,
    rest: String.raw`(?<!(?:always|never|not|don't) )(?:translate|proofread|paraphrase|rephrase|reword|rewrite|correct|summari[sz]e|shorten|polish)(?: [^\s:]{1,40}){0,5}\s?:|(?:write|draft|compose|send|reply)(?: [^\s:]{1,40}){0,6} (?:e-?mail|letter|(?<!commit )message|reply|post|tweet|bio|note|answer)(?: [^\s:]{1,40}){0,6}\s?:|(?<!\b(?:I|we) )(?:says|said|writes|wrote|replied|asks|asked|told me)(?: [^\s:]{1,40}){0,2}\s?:|(?:passage|paragraph|excerpt|sentence|quote|dialogue|chapter|scene|stanza|verse|blurb|(?:my|your|the|first|second|original) (?:translation|version|variant|draft|text)(?! (?:of|for|number)(?![\p{L}]))|original)(?: [^\s:]{1,40}){0,6}\s?:|(?:role-?play|pretend|imagine|let's say|(?<!I )suppose)(?![\p{L}])`,
  },
  {
    whole: String.raw`(?<!(?:ich|wir) )übersetz(?:e|t|en sie)? (?:(?:mir|uns|bitte|mal|doch|schnell) ){0,3}(?:das|dies|es|ins? \p{Lu}|(?:den |diesen |die |meinen? )?(?:folgenden? )?(?:text|satz|sätze|absatz|brief|mail))(?![\p{L}])|(?:das|dies|es|ins \p{Lu}\p{L}{2,20})(?: \p{L}{1,30}){0,4} (?:übersetzen|umformulieren|korrekturlesen)|(?:kannst|könntest|würdest) du (?:mir )?(?:das|es) (?:bitte |mal |kurz |noch ){0,3}(?:korrigieren|verbessern)|(?:grammatik|rechtschreibung|kommas?) (?:prüfen|korrigieren|verbessern)|(?:kannst|könntest|würdest) du (?:mir )?(?:das|es) (?:bitte |mal |kurz |noch ){0,3}(?:gegenlesen|korrekturlesen|durchlesen)|(?:was|welche[rs]?)(?: \p{L}{1,20})? (?:klingt|liest sich) (?:besser|schöner|natürlicher|flüssiger)|wie (?:würde?st du|sagt man|sage ich|übersetzt man|übersetze ich)(?: \p{L}{1,20}){0,4} (?:auf|ins|im) \p{Lu}|lies (?:das|dies|es|dir das)(?: \p{L}{1,20}){0,3} durch|(?:ist|klingt) das (?:so )?(?:grammatikalisch |sprachlich )?(?:richtig|korrekt|gut) (?:geschrieben|formuliert|ausgedrückt)`,
    texts:
      '(?:diese[nrms]?|meine[nrms]?|folgende[nrms]?) (?:text|satz|sätze|absatz|brief|mail|e-mail|bewerbung|anschreiben|gedicht|formulierung)(?!feld|datei)',
    rest: String.raw`(?<!(?:ich|wir) )(?:übersetz|korrigier|formulier|verbesser|kürz|überarbeit)(?:e|en sie)?(?: [^\s:]{1,40}){0,6}\s?:|(?:schreib|verfass|entwirf|formulier)(?:e|st|en)?(?: [^\s:]{1,40}){0,6} (?:e-?mail|mail|brief|nachricht|antwort|text|post|tweet|bewerbung|einladung)(?: [^\s:]{1,40}){0,6}\s?:|formulier(?:e)? (?:mir )?(?:einen?|das|den)(?![\p{L}])|(?<!ich |wir )(?:sagt|sagte|schreibt|schrieb|meint|meinte|antwortete|fragt|fragte)(?: [^\s:]{1,40}){0,2}\s?:|(?:passage|absatz|abschnitt|auszug|zitat|satz|dialog|kapitel|szene|strophe|klappentext|original|textstelle|(?:meine|deine|die|erste|zweite) (?:variante|fassung|übersetzung|version)(?! (?:von|für|der|des)(?![\p{L}])))(?: [^\s:]{1,40}){0,6}\s?:|(?:rollenspiel|stell dir vor|tu so|nehmen wir an|du spielst)(?![\p{L}])`,
  },
  {
    whole: String.raw`(?:traduis|traduisez|traduire|reformuler?|reformulez)(?:-(?:le|la|moi|les))?(?: (?:ça|cela|ceci|le texte|ma \p{L}{1,30}|mon \p{L}{1,30}|en \p{L}{1,30}))(?! (?:page|fichier))(?![\p{L}])|(?:peux-tu|pouvez-vous|pourrais-tu) (?:me )?(?:traduire|reformuler|relire)|(?:relis|relisez|lis|lisez)(?:-(?:le|la|moi|les))? (?:ça|cela|ceci|ce (?:passage|texte)|cet extrait)|(?:peux-tu|pouvez-vous|pourrais-tu) (?:lire|relire)|(?:laquelle|lequel|qu'est-ce qui|quelle \p{L}{1,20}|quel \p{L}{1,20}) sonne (?:mieux|plus \p{L}{1,20})|comment (?:tu )?(?:dirais|traduirais|dit-on|traduit-on|dire|traduire|on dit)(?:-tu)?(?: \p{L}{1,20}){0,3}(?: en \p{L}{4,20}|\s?[:«])|(?:corrige|corriger|vérifie) (?:l'orthographe|la grammaire|les fautes)`,
    texts: String.raw`(?:cette|ma|la) (?:phrase|lettre)(?![\p{L}])|(?:ce|mon) (?:texte|paragraphe|mail|courriel|poème|brouillon)(?![\p{L}])`,
    rest: String.raw`(?:traduis|traduisez|traduire|corrige|corrigez|reformule|reformulez|résume|améliore)(?: [^\s:]{1,40}){0,6}\s?:|(?:écris|écrivez|écrire|rédige|rédigez|rédiger|réponds)(?: [^\s:]{1,40}){0,6} (?:mail|e-mail|courriel|lettre|message|réponse|texte|post)(?: [^\s:]{1,40}){0,6}\s?:|(?:(?<!j')a (?:dit|écrit|répondu)|(?<!comme )dit|écrit)(?: [^\s:]{1,40}){0,2}\s?:|(?:passage|paragraphe|extrait|citation|phrase|dialogue|chapitre|scène|strophe|quatrième de couverture|original|(?:ma|ta|votre|la|première|deuxième|seconde) (?:traduction|version|variante)(?! (?:de|du|des|pour)(?![\p{L}])))(?: [^\s:]{1,40}){0,6}\s?:|(?:imagine|imaginons|supposons|jeu de rôle|fais comme si)(?![\p{L}])`,
  },
  {
    whole: String.raw`(?:traduce|traduzca|traducir|tradúceme|reformula|reformular)(?: (?:esto|eso|lo siguiente|este \p{L}{1,30}|mi \p{L}{1,30}|al? \p{L}{1,30}))(?! (?:página|archivo|función))(?![\p{L}])|(?:corrige|corregir|revisa) (?:la (?:ortografía|gramática)|los errores de)|está bien (?:escrito|dicho|redactado)|(?:puedes|podrías|puede) (?:leer|releer|revisar)(?:lo|me esto| esto| este \p{L}{1,20})|(?:cuál|qué)(?: \p{L}{1,20})? suena (?:mejor|más \p{L}{1,20})|cómo (?:dirías|traducirías|se dice|se traduce)(?: \p{L}{1,20}){0,3}(?: (?:al|en) \p{L}{4,20}|\s?[:«])`,
    texts: String.raw`(?:esta|mi) (?:frase|oración|carta|redacción)(?![\p{L}])|(?:este|mi) (?:texto|párrafo|correo|poema|borrador)(?![\p{L}])`,
    rest: String.raw`(?:traduce|traduzca|traducir|corrige|corrija|reformula|resume|mejora)(?: [^\s:]{1,40}){0,6}\s?:|(?:escribe|escriba|redacta|redacte|responde|manda)(?:me)?(?: [^\s:]{1,40}){0,6} (?:correo|email|e-mail|carta|mensaje|respuesta|texto|post)(?: [^\s:]{1,40}){0,6}\s?:|(?:dice|dijo|escribe|escribió|respondió|preguntó)(?: [^\s:]{1,40}){0,2}\s?:|(?:pasaje|párrafo|fragmento|frase|diálogo|capítulo|escena|estrofa|contraportada|original|(?:mi|tu|la|primera|segunda) (?:traducción|versión|variante)(?! (?:de|del|para)(?![\p{L}])))(?: [^\s:]{1,40}){0,6}\s?:|(?:imagina|imaginemos|supón|supongamos|juego de rol|finge|haz como si)(?![\p{L}])`,
  },
  {
    whole: String.raw`(?:traduci|traducete|traduca|tradurre|traducimi|riformula|riformulare)(?: (?:questo|questa|ciò|il (?:seguente )?testo|il mio \p{L}{1,30}|la mia \p{L}{1,30}|in \p{L}{1,30}))(?! (?:pagina|file|funzione))(?![\p{L}])|(?:correggi|correggere|controlla) (?:l'ortografia|la grammatica|gli errori di)|è scritt[oa] bene|(?:puoi|potresti|può) (?:rileggere|leggere|rivedere)(?:lo|mi questo| questo(?: \p{L}{1,20})?)|(?:quale|cosa)(?: \p{L}{1,20})? suona (?:meglio|più \p{L}{1,20})|come (?:diresti|tradurresti|si dice|si traduce)(?: \p{L}{1,20}){0,3}(?: in \p{L}{4,20}|\s?[:«])`,
    texts: String.raw`(?:questa|la mia) (?:frase|lettera|mail|poesia)(?![\p{L}])|(?:questo|il mio) (?:testo|paragrafo|tema)(?![\p{L}])`,
    rest: String.raw`(?:traduci|traducete|traduca|correggi|corregga|riformula|riassumi|migliora)(?: [^\s:]{1,40}){0,6}\s?:|(?:scrivi|scriva|scrivimi|prepara|rispondi|manda)(?: [^\s:]{1,40}){0,6} (?:mail|e-mail|email|lettera|messaggio|risposta|testo|post)(?: [^\s:]{1,40}){0,6}\s?:|(?:dice|scrive|ha (?:detto|scritto|risposto|chiesto))(?: [^\s:]{1,40}){0,2}\s?:|(?:brano|paragrafo|estratto|citazione|frase|dialogo|capitolo|scena|strofa|originale|(?:mia|tua|la|prima|seconda) (?:traduzione|versione|variante)(?! (?:di|del|della|per)(?![\p{L}])))(?: [^\s:]{1,40}){0,6}\s?:|(?:immagina|immaginiamo|supponiamo|gioco di ruolo|fingi|fai finta)(?![\p{L}])`,
  },
  {
    whole: String.raw`(?:traduz|traduza|traduzir|traduza-me|reformula|reformule)(?: (?:isto|isso|o (?:seguinte )?texto|(?:o )?meu \p{L}{1,30}|(?:a )?minha \p{L}{1,30}|para (?:o )?\p{L}{1,30}))(?! (?:página|arquivo|ficheiro|função))(?![\p{L}])|(?:corrige|corrija|revê|revise) (?:a (?:ortografia|gramática)|os erros de)|está bem escrito|(?:pode|podes|poderia) (?:ler|reler|rever|revisar)(?: isto| isso| este \p{L}{1,20})|(?:qual|o que)(?: \p{L}{1,20})? soa (?:melhor|mais \p{L}{1,20})|como (?:dirias|diria|traduzirias|traduziria|se diz|se traduz)(?: \p{L}{1,20}){0,3}(?: em \p{L}{4,20}|\s?[:«])`,
    texts: String.raw`(?:esta|essa|minha) (?:frase|carta|redação|mensagem)(?![\p{L}])|(?:este|esse|meu) (?:texto|parágrafo|e-?mail|poema|rascunho)(?![\p{L}])`,
    rest: String.raw`(?:traduz|traduza|traduzir|corrige|corrija|reformula|reformule|resume|resuma|melhora|melhore)(?: [^\s:]{1,40}){0,6}\s?:|(?:escreve|escreva|redige|redija|responde|responda|manda|mande)(?:-me)?(?: [^\s:]{1,40}){0,6} (?:e-?mail|carta|mensagem|resposta|texto|post)(?: [^\s:]{1,40}){0,6}\s?:|(?:diz|disse|escreve|escreveu|respondeu|perguntou)(?: [^\s:]{1,40}){0,2}\s?:|(?:passagem|parágrafo|trecho|excerto|citação|frase|diálogo|capítulo|estrofe|contracapa|original|(?:minha|tua|sua|a|primeira|segunda) (?:tradução|versão|variante)(?! (?:de|do|da|para)(?![\p{L}])))(?: [^\s:]{1,40}){0,6}\s?:|(?:imagina|imagine|vamos supor|suponha|finge|finja|faz de conta)(?![\p{L}])`,
  },
  {
    whole:
      '(?:翻译|翻譯)(?:一下|成|为|為|这|這|下面|以下)|(?:润色|潤色)|(?:这|這|下面|以下)(?:一?(?:句话?|句話|段话?|段話|段文字|篇|封)|文字)|(?:语病|語病|病句|语法错误|文法錯誤|错别字)|(?:哪个|哪個|哪句|哪一?[句种種])(?:话|話)?(?:听起来|聽起來|读起来|讀起來)?更?(?:好|自然|通顺|通順)|(?:怎么|怎麼|如何)(?:翻译|翻譯|译|譯)|用\\p{Script=Han}{1,2}[语語文](?:怎么|怎麼)(?:说|說|写|寫)',
    rest: '(?:翻译|翻譯|改写|改寫|校对|校對|修改)[^:：]{0,12}[:：]|(?:写|寫|起草|拟|回)[^:：。]{0,12}(?:邮件|郵件|信|文案|自我介绍|自我介紹|演讲|简历|簡歷|短信|消息|回复)[^:：。]{0,20}[:：]|(?<!我)(?<!们)(?<!們)(?:说|說|写道|寫道|回复|回覆)了?[:：]|(?:原文|译文|譯文|段落|片段|引文|对话|對話|场景|場景|句子|版本[一二AB]|第.{1,3}章)[^:：。]{0,10}[:：]|(?:假装|假裝|扮演|想象|想像|假设|假設|假如)',
  },
  {
    whole:
      '(?:英語|日本語|中国語|英文|和文)に(?:翻訳|訳|直)して|(?:添削|校正|推敲|和訳|英訳)(?:して|を?お願い)|(?:この|次の|以下の)(?:文|文章|テキスト|メール|段落|作文)(?!字|書|法)|を(?:英語|日本語)にして|文法(?:が|は|を)?(?:合って|正しい|直して|チェック)|どちら(?:の(?:文|訳|表現))?(?:が|のほうが|の方が)?(?:より)?(?:自然|いい|良い)|(?:英語|日本語|中国語|ドイツ語|フランス語)で(?:は)?(?:何と|なんと|どう)(?:言|い|訳)',
    rest: '(?:翻訳|訳|要約|言い換え|書き直)(?:し)?て[^:：。]{0,10}[:：]|(?:メール|手紙|文章|自己紹介|スピーチ|返信|返事)[^:：。]{0,12}(?:書いて|作って|考えて|送って)[^:：。]{0,10}[:：]|(?:いわく|曰く|によると|(?:が|は)(?:言った|言う)の?は?)[、:：]|(?:原文|訳文|段落|引用|台詞|セリフ|会話|場面|第.{1,3}章|(?:次の|最初の)文)[^:：。]{0,10}[:：]|(?:ふりをして|なりきって|ロールプレイ|演じて|想像して|仮に)',
  },
  {
    whole:
      '(?:переведи|переведите|перефразируй) (?:это|мне|на \\p{L}{1,30}|текст)|исправь (?:ошибки|орфографию)|(?:что|как|какой вариант) (?:лучше )?звучит (?:лучше|естественнее)|как (?:лучше )?(?:звучит|перевести|сказать|будет)(?: \\p{L}{1,20}){0,3} (?:на|по)[ -]\\p{L}{4,20}',
    texts: '(?:эт[ои][мтй]?|мо[йёе]) (?:предложени[ея]|текст|письмо|абзац)',
    rest: '(?:переведи|переведите|исправь|исправьте|перефразируй)(?: [^\\s:]{1,40}){0,6}\\s?:|(?:напиши|напишите|составь|ответь)(?: [^\\s:]{1,40}){0,6} (?:письмо|сообщение|ответ|текст|пост)(?: [^\\s:]{1,40}){0,6}\\s?:|(?:говорит|сказал|сказала|пишет|написал|написала)\\s?:|(?:отрывок|абзац|цитата|фраза|предложение|диалог|глава|сцена|строфа|оригинал|перевод|вариант)(?: [^\\s:]{1,40}){0,6}\\s?:|(?:представь|притворись|допустим|предположим)(?![\\p{L}])',
  },
];

const UNSPACED = /[\u3040-\u9fff]/u;
/** One pattern for each language: a single one of all would be slow. From the start of a word, where words have spaces between them. */
const patternOf = (source: string): RegExp =>
  new RegExp(`${UNSPACED.test(source) ? '' : '(?<![\\p{L}])'}(?:${source})`, 'iu');
const WHOLE = HANDINGS.map(({ whole }) => patternOf(whole));
const TEXTS = HANDINGS.flatMap(({ texts }) => (texts === undefined ? [] : [patternOf(texts)]));
const REST = HANDINGS.map(({ rest }) => patternOf(rest));

/** Whether the sentence says how texts are to be handled at all times: "Always correct my grammar." */
const isStanding = (sentence: string): boolean =>
  /(?<![\p{L}])(?:always|never|from now on|immer|nie|niemals|ab jetzt|ab sofort|toujours|jamais|désormais|siempre|nunca|sempre|mai|всегда|никогда)(?![\p{L}])|总是|總是|永远|永遠|一律|以后|以後|今後|これから|常に|必ず/iu.test(
    sentence,
  ) && !/[:：]/u.test(sentence);

/** "Remember that this text goes into the footer": the person asks for the sentence itself to be kept. */
const isToKeep = (sentence: string): boolean =>
  /^(?:(?:please|also|and|bitte|und|por favor|per favore|пожалуйста|请|請)[\s,]{1,4}){0,2}(?:remember|memori[sz]e|(?:don't|do not|never) forget|note that|merke? dir|denke? (?:bitte )?dran|vergiss (?:bitte )?nicht|notiere?|souviens-toi|rappelle-toi|retiens|retenez|n'oublie|note|recuerda|recuerde|anota|apunta|no olvides|ricorda|annota|segna|non dimenticare|lembra|lembre|anote|guarda|guarde|não te esqueças|не забудь|запомни|учти)(?![\p{L}])|^.{0,6}(?:记住|記住|记得|記得|记一下|覚えて|忘れないで)/iu.test(
    sentence,
  );

/** The most words of an order such as "Correct this sentence, please". */
const ORDER_WORDS_MAX = 6;

/** Whether the whole message may be the text of which this sentence speaks. */
const handsOver = (sentence: string): boolean =>
  WHOLE.some((pattern) => pattern.test(sentence)) ||
  tellsWhoSpoke(sentence) ||
  ((/[:：?？]/u.test(sentence) || sentence.trim().split(/\s+/u).length <= ORDER_WORDS_MAX) &&
    TEXTS.some((pattern) => pattern.test(sentence)));

/** Returns the first sentences, which are the person's own: none of a message that is itself such a text, or those before it. */
export const sentencesOfOwn = (sentences: readonly string[]): readonly string[] => {
  // An order stands at the beginning of its sentence, however long the text behind its colon is.
  const begun = sentences.map((sentence) => sentence.slice(0, LIMITS.statementCharsMax));
  if (begun.some((sentence) => !isStanding(sentence) && !isToKeep(sentence) && handsOver(sentence)))
    return [];
  const end = begun.findIndex(
    (sentence) => !isToKeep(sentence) && REST.some((pattern) => pattern.test(sentence)),
  );
  return end === -1 ? sentences : sentences.slice(0, end);
};
