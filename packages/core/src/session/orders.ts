/**
 * Finds a person's order without a model: a sentence that begins with a request or a verb of work. Statements, thanks and questions
 * are not orders, so they do not change the session's task. [SE-5]
 */
import { LIMITS, REDACTION_START } from '@cairn/schema';
import { ownWords } from '../extraction/message.ts';
import { oneOf, phrase } from '../extraction/phrases/language.ts';
import { statementsIn } from '../extraction/statements.ts';
import { findInjection } from '../memory/guard-injection.ts';
import { readableMask } from '../memory/mask.ts';
import { sentencesOf, shorten } from '../summary/sentences.ts';

/** The fewest words of an order. A shorter one, such as "Run it.", continues the earlier order. */
const WORDS_MIN = 3;
const SENTENCES_MAX = 20;
const FILLERS_MAX = 4;

const END = String.raw`(?![\p{L}'’])`;

const FILLER = phrase(
  `(?:good (?:morning|afternoon|evening)|guten (?:morgen|tag|abend)|buen[oa]s (?:días|tardes|noches)|bo[am] (?:dia|tarde|noite)|${oneOf(
    `ok okay and so now then next also first finally great good nice perfect thanks yes no hey hi hello right well
     und jetzt dann nun zuerst danke super gut ja nein hallo also et maintenant ensuite puis merci oui non bonjour
     y ahora luego después primero gracias sí vale hola e adesso poi prima grazie sì ciao agora depois primeiro obrigado obrigada sim olá oi
     moin servus grüezi salut coucou bonsoir buenas buongiorno buonasera salve`,
  )})${END}[\\s,:;!.¿¡–-]*`,
);

const ENGLISH_VERB = oneOf(
  `add adapt adjust analyse analyze apply audit automate benchmark build bump calculate change check clean clear clone collect combine
   compare compile complete compute configure connect convert copy correct count cover create cut debug define delete deploy describe
   design develop disable document download draft drop edit enable ensure evaluate examine execute expand explain explore export expose
   extend extract find finish fix format generate get give handle help hide implement import improve include increase inspect install
   integrate introduce investigate launch limit lint list load look make measure mend merge migrate mock monitor move optimise optimize
   organise organize parse patch plan polish port prepare prevent print profile prove provide publish pull push put raise read rebase
   rebuild reduce refactor release remove rename render repair replace report reproduce research resolve restart restore restructure
   return revert review rework rewrite run scaffold scan search send separate set show shorten simplify sketch solve sort speed split
   start stop store suggest summarise summarize support swap switch sync tell test tidy trace track translate trim try tune turn undo
   uninstall unify update upgrade upload use validate verify wire wrap write`,
);
/** Statements that begin like orders: "Test failed again", "Build is red", "Teste sind grün". */
const TELLS =
  /^\p{L}+ (?:is|are|was|were|has|had|fails?|failed|pass(?:es|ed)?|says?|shows?|works?|runs?|took|takes|still|again|does|doesn['’]t|did|didn['’]t|logs?|errors?|results?|output|suite|script|times? out|ist|sind|war|waren|schlägt|schlug|läuft|lief|est|sont|échoue|falla|falló|fallan|fallaron|è|sono|fallisce|falliscono|falha|falhou|falham|falharam|passou|passaram)(?!\p{L})/iu;
/** The same in Italian and Portuguese, where many imperatives are also the third person: "Usa troppa memoria", "Faz sentido". */
const TELLS_ELSEWHERE =
  /^(?:può (?:darsi|essere)|pode (?:ser|ir|continuar|parar)|puoi smettere|vamos ver|\p{L}+ sempre|voglio dire|(?:quero|queria) dizer|usa (?:tropp|molt|muit|demais)\p{L}*|(?:cambia|muda) (?:poco|pouco|tutto|tudo|niente|nada)|(?:faz|fai) (?:sentido|tempo|parte|bem|bene|presto|pure)|(?:mostra|genera|gera|cria|crea) (?:un|um|l'|o) ?err[oa]\p{L}*|testa bassa|testes? (?:falh|pass)\p{L}+|test (?:del|dei|della|da|do|de) .{1,40} (?:fallit|passat|falh|pass)\p{L}+)(?!\p{L})/iu;
const GERMAN_VERB = oneOf(
  `behebe? repariere? füge? schreibe? baue? erstelle? entferne? lösche? benenne? verschiebe? ändere? aktualisiere? führe? teste? prüfe?
   finde? suche? zeige? erkläre? mache? implementiere? ersetze? übersetze? untersuche? analysiere? richte? installiere? konfiguriere?
   stelle? setze? sorge? räume? verbessere? vereinfache? fasse? lies gib nimm hilf sieh schaue? plane? entwirf dokumentiere? migriere?
   portiere? lade? starte? stoppe? sortiere? filtere? trenne? teile? kürze? korrigiere? überarbeite? refaktoriere? optimiere? generiere?`,
);
const FRENCH_VERB = oneOf(
  `ajoute[zr]? analyse[zr]? change[zr]? cherche[zr]? compare[zr]? configure[zr]? convertis corrige[zr]? crée[zr]? déplace[zr]? déploie
   développe[zr]? documente[zr]? donne[zr]? écris écrivez enlève[zr]? explique[zr]? fais faites implémente[zr]? installe[zr]? lance[zr]?
   lis lisez relis relisez reprends reprenez mets mettez migre[zr]? modifie[zr]? montre[zr]? nettoie prépare[zr]? réduis refactorise[zr]? regarde[zr]? remplace[zr]? renomme[zr]?
   répare[zr]? résous résume[zr]? simplifie[zr]? supprime[zr]? teste[zr]? traduis traduisez trouve[zr]? utilise[zr]? vérifie[zr]?`,
);
const SPANISH_VERB = oneOf(
  `actualiza agrega analiza añade arregla borra busca cambia compara comprueba configura convierte corrige crea dame desarrolla despliega
   documenta ejecuta elimina encuentra escribe explica genera haz implementa instala lee limpia migra mejora modifica mueve muestra
   optimiza pon prepara prueba quita reduce reemplaza refactoriza renombra repara resume revisa simplifica traduce usa verifica`,
);
const ITALIAN_VERB = oneOf(
  `aggiorna aggiungi analizza cambia cancella cerca confronta configura controlla converti correggi crea documenta elimina esegui fai
   genera implementa installa leggi metti migliora migra modifica mostra mostrami ottimizza prepara pulisci riassumi riduci rifattorizza
   rimuovi rinomina trasforma estrai unisci dividi sistemami aiutami ripara risolvi scrivi semplifica sostituisci spiega spiegami sposta testa togli traduci trova usa verifica`,
);
const PORTUGUESE_VERB = oneOf(
  `acrescenta acrescente adiciona adicione altera altere analisa analise apaga apague arranja arranje atualiza atualize compara compare configura
   configure conserta conserte converte converta corrige corrija cria crie documenta documente encontra encontre escreve escreva executa execute
   explica explique faz faça gera gere implementa implemente instala instale lê leia limpa limpe melhora melhore migra migre move mova mostra
   mostre muda mude otimiza otimize prepara prepare procura procure refatora refatore remove remova renomeia renomeie resolve resolva resume
   resuma reduz reduza roda rode simplifica simplifique substitui substitua testa traduz traduza troca troque usa use verifica verifique`,
);
/** Requests in Chinese, where no space ends a verb. */
const CHINESE_ORDER =
  /^(?:(?:好的?|嗯|谢谢|謝謝|那么?|现在|現在|然后|然後|接下来|接下來|首先|另外)[,，、\s]{0,3}){0,3}(?:[请請](?![问問])|麻烦|麻煩|帮我|幫我|[给給]我(?!看起|的感)|你?能不能|你(?:可以|能)(?![了的吗嗎]|用[了。.])|(?:可以|能)(?:请|請)?(?:你|帮|幫)|我[们們]?(?:想(?![一想])|要(?![走下去睡])|需要)(?![的是这這那他她它]|应该|應該|可能|也许|也許|大概)|从(?![昨今刚早]).{1,20}(?:新建|创建|迁移|拉)|[给給].{1,20}(?:加上?|添加|写)(?:一|个|個)|(?!(?:更新|升级|升級|安装|安裝|配置|设置|設置|运行|運行|测试|測試|部署)(?:[没沒还還也都在很]|不[行了通对對]))(?:添加|加上|修复|修復|修正|新建|修改|删除|刪除|移除|重命名|重构|重構|实现|實現|编写|編寫|写一|寫一|创建|創建|建立|更新|升级|升級|安装|安裝|配置|设置|設置|检查|檢查|查找|分析|解释|解釋|翻译|翻譯|总结|總結|优化|優化|简化|簡化|运行|運行|测试|測試|部署|生成|替换|替換|移动|移動|比较|比較|整理|改成|改写|把(?!我).{1,30}(?:改|移|换|換|删|刪|变|變|转|轉|放|拆|合|翻译|翻譯|导出|匯出|部署|升级))(?!了|过[了，,。]|過[了，,。]|之?[后後]|得|是(?!否)|完成|成功|失败|失敗|通过|通過|出错|出錯|报错|報錯|.{0,20}(?:失败|失敗|报错|報錯|出错|通过了|通過了)))/u;
/** Requests in Japanese, where the verb comes last. */
const JAPANESE_ORDER =
  /(?<!そう|こう)(?:して|書いて|直して|作って|消して|変えて|加えて|入れて|外して|探して|調べて|見て|教えて|読んで|選んで|分けて|使って|動かして|移して|手伝って|まとめて|並べて)(?:ください|下さい|くれ|ほしい(?:です)?|欲しい(?:です)?|もらえますか|もらえる|いただけますか|くれますか|くれる|みて(?:ください)?|おいて(?:ください)?)[。.!！?？]?$|(?:を|に|へ)お願い(?:します|できますか)[。.!！?？]?$|(?<!気)を(?:.{1,20}(?:に|へ|で))?(?:追加|削除|修正|更新|実装|変更|作成|移行|翻訳|改善|確認)?(?:して|書いて|直して|作って|消して|変えて|加えて|入れて|移して|調べて)[。.!！]?$|を(?:追加|削除|修正|更新|実装|変更|作成|改善)したい(?:です)?[。.!！]?$|(?:に移行|を追加|を修正|を更新|を実装|を変更|を作成)する必要があります[。.!！]?$/u;
/** In languages without spaces, the fewest characters of an order. */
const CHARS_MIN = 5;

const ORDERS: readonly RegExp[] = [
  `(?:please|(?:can|could|would|will) you|(?:I|we) (?:want|need) (?:you )?to|I['’]?d like (?:you )?to|let['’]s|you should|make sure)`,
  ENGLISH_VERB,
  `(?:bitte|kannst du|könntest du|würdest du|können Sie|könnten Sie|ich (?:möchte|will|brauche)|wir (?:müssen|sollten|brauchen)|lass uns)`,
  GERMAN_VERB,
  `(?:s['’]il (?:te|vous) pla[iî]t|stp|svp|peux-tu|pourrais-tu|pouvez-vous|pourriez-vous|je (?:veux|voudrais)|j['’]aimerais|il fau(?:t|drait)|on doit)`,
  FRENCH_VERB,
  `(?:por favor|puedes|podrías|puede usted|quiero|necesito|necesitamos|hay que|tenemos que|vamos a)`,
  SPANISH_VERB,
  `(?:per favore|per piacere|puoi|potresti|potete|può(?! (?:essere|darsi))|mi aiuti a|mi puoi|vorrei|voglio|ho bisogno|dobbiamo|bisogna)`,
  ITALIAN_VERB,
  `(?:me ajud[ae] (?:a|com)|ajuda-me|podes|podias|pode(?! ser)|poderia|poderias|quero|queria|gostava|gostaria|preciso|precisamos|temos de|temos que|é preciso|vamos(?! (?:bien|bem|ver)))`,
  PORTUGUESE_VERB,
  // With a statement's word order, a request is a question: "Tu peux relire ça ?", and not "Tu peux me tutoyer".
  `(?=.*[?？]\\s*$)(?:tu (?:peux|pourrais)|vous (?:pouvez|pourriez)|me puedes|(?:você|tu) (?:pode|podes|poderia|poderias))`,
].map((source) => phrase(`${source}${END}`));

/** Returns the order on one line; null when the text has none. */
export const orderIn = (text: string): string | null => {
  const own = readableMask(ownWords(text));
  const sentences = sentencesOf(own).slice(0, SENTENCES_MAX);
  const from = sentences.findIndex(isOrder);
  if (from < 0 || findInjection(own) !== null) return null;
  return shorten(sentences.slice(from).join(' '), LIMITS.foundTaskCharsMax);
};

/** Whether the sentence asks for work in this session. What holds at all times is a wish. */
const isOrder = (sentence: string): boolean =>
  asksForWork(sentence) && !statementsIn(sentence).some(({ kind }) => kind === 'preference');

const asksForWork = (sentence: string): boolean => {
  let rest = sentence.replace(/^[\s*•–¿¡-]+/u, '');
  if (rest.includes(REDACTION_START)) return false;
  if (rest.length >= CHARS_MIN && (CHINESE_ORDER.test(rest) || JAPANESE_ORDER.test(rest))) return true;
  if (rest.split(/\s+/).length < WORDS_MIN) return false;
  for (let count = 0; count < FILLERS_MAX; count++) {
    if (ORDERS.some((order) => order.test(rest)) && !TELLS.test(rest) && !TELLS_ELSEWHERE.test(rest))
      return true;
    const shorter = rest.replace(FILLER, '');
    if (shorter === rest) return false;
    rest = shorter;
  }
  return false;
};
