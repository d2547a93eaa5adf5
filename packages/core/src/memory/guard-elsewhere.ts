/**
 * Injection patterns for other languages: calls to ignore instructions, new identities, commands. Patterns are folded like the texts,
 * so accents, voiced kana and look-alike letters need one spelling only. Patterns hold no escapes with capital letters, because
 * folding would change them. [G-1]
 */
import { foldForMatching } from './guard-fold.ts';

const BEGINS = '(?<![\\p{L}])';
/** Makes patterns for languages that write spaces between words, and for those that write none. */
const patterns = (spaced: readonly string[], unspaced: readonly string[]): readonly RegExp[] => [
  ...spaced.map((source) => new RegExp(`${BEGINS}(?:${foldForMatching(source)})`, 'u')),
  ...unspaced.map((source) => new RegExp(foldForMatching(source), 'u')),
];

/**
 * Joins the patterns into one that matches where any of them does. It takes a third of the time, because it looks for the beginning
 * of a word once.
 */
export const anyOf = (patterns: readonly RegExp[]): RegExp => {
  const sources = patterns.map(({ source }) => source);
  const begun = sources.flatMap((source) => (source.startsWith(BEGINS) ? [source.slice(BEGINS.length)] : []));
  const others = sources.filter((source) => !source.startsWith(BEGINS));
  return new RegExp([`${BEGINS}(?:${begun.join('|')})`, ...others].join('|'), 'u');
};

/** A few words within one sentence. */
const FEW = '[^.!?\\n]{0,40}?';

/** For a verb in an order: whether a word right before or after it forbids. A rule of a person is no order to act unasked. */
const NOT_DE = '(?<!(?:nie|niemals|nichts?|kein[a-z]{0,2}|kein[a-z]{0,2} [a-z]{1,40}) )';
const NOT_AFTER_DE = '(?!n? (?:nie|niemals|nicht|kein))';
const NOT_FR = "(?<!(?:ne |n'|jamais |rien ))";
const NOT_ES = '(?<!(?:no|nunca|jamás|nada) )';
const NOT_PT = '(?<!(?:não|nunca|jamais|nada) )';
const NOT_IT = '(?<!(?:non|mai|nulla|niente) )';
const NOT_RU = '(?<!не )';
const NOT_ZH = '(?<!不得|不要|不能|不可|不准|禁止|切勿|别|別)';
const NOT_AFTER_JA = '(?!(?:して)?(?:し?ない|しては|せず|するな|禁止))';
const NOT_AFTER_KO = '(?!하?지 ?(?:마|않|말|못))';

export const IGNORE_ELSEWHERE = patterns(
  [
    `(?:ignorier|missachte|vergiss|verwirf|vergesst)${FEW}(?:vorherig|bisherig|vorig|obig|früher|vorangegangen|vorhergehend|ursprünglich)[a-zß]*${FEW}(?:anweisung|befehl|vorgab|regel|instruktion|prompt|richtlinie|kontext)`,
    '(?:vergiss|ignoriere?|verwirf) (?:bitte )?alles,? was (?:oben|davor|vorher|zuvor|bisher|bislang)',
    `(?:ignore|oublie|néglige|écarte|ne (?:tiens|tenez|tiens) (?:pas|plus) compte|fais abstraction|faites abstraction|ne suis plus|ne suivez plus)${FEW}(?:instruction|consigne|règle|directive|ordre)[a-z]*${FEW}(?:précédent|antérieur|ci-dessus|initial|d'avant|du système|reçu)`,
    `(?:ignor[ae]|olvid[ae]|descart[ae]|haz caso omiso|haga caso omiso|no (?:hagas caso|sigas|haga caso|siga))${FEW}(?:instrucci|órden|regla|indicaci|directriz|directric)[a-z]*${FEW}(?:anterior|previ|de arriba|inicial|del sistema|recibid)`,
    `(?:ignor[ae]|esqueç[ae]|esquece|desconsider[ae]|descart[ae]|não sig[ao])${FEW}(?:instruç|órden|orden|regra|diretriz|comando|indicaç)[a-z]*${FEW}(?:anterior|prévi|acima|inicia|do sistema|recebid)`,
    `(?:ignora|ignorate|ignori|dimentica|dimenticate|scarta|trascura|non seguire|non considerare)${FEW}(?:istruzion|ordin|regol|direttiv|comand)[a-z]*${FEW}(?:precedent|di prima|sopra|anterior|inizial|del sistema|ricevut)`,
    `(?:ignora|dimentica|scarta)${FEW}precedenti (?:istruzion|ordin|regol|direttiv)`,
    `(?:negeer|vergeet|verwerp)${FEW}(?:eerder|vorig|voorgaand|bovenstaand)[a-z]*${FEW}(?:instructie|opdracht|regel|aanwijzing)`,
    `(?:zignoruj|ignoruj|zapomnij)${FEW}(?:poprzedni|wcześniejsz|powyższ)[a-zęąćłóśż]*${FEW}(?:instrukcj|poleceń|polecen|zasad|reguł)`,
    `(?:önceki|yukarıdaki|daha önceki)${FEW}(?:talimat|komut|kural|yönerge)[a-zçğıöşü]*${FEW}(?:yok say|görmezden|unut|dikkate alma)`,
    `(?:про)?(?:игнорируй|игнорировать|забудь|отбрось|не следуй|не соблюдай|не выполняй)${FEW}(?:предыдущ|прежн|предшествующ|вышеуказанн|вышестоящ|ранее|прошл|системн|исходн)${FEW}(?:инструкци|указани|правил|команд|промпт|распоряжени)`,
    `(?:про)?(?:ігноруй|забудь|відкинь)${FEW}(?:попередн|раніш|системн)${FEW}(?:інструкц|вказівк|правил|команд)`,
    `(?:забудь|про?игнорируй|игнорируй|отбрось)${FEW}(?:инструкци|указани|правил|команд)[а-яё]* (?:выше|сверху|до этого)`,
    `(?:تجاهل|انس|انسى|أهمل|لا تتبع|تغاض|تجاهلوا)${FEW}(?:التعليمات|الأوامر|القواعد|التوجيهات|تعليمات|أوامر|الإرشادات)${FEW}(?:السابقة|أعلاه|الأصلية|النظام|السابقه|سابقة)`,
    `(?:पिछले|पहले के|उपरोक्त|पूर्व)${FEW}(?:निर्देश|आदेश|नियम)${FEW}(?:अनदेखा|भूल|नज़रअंदाज़|ध्यान न)`,
  ],
  [
    '(?:忽略|無視|无视|忘记|忘記|忘掉|抛开|拋開|不要理会|不要理會|别理会|不要遵守|不要遵循|跳过)[^。.!?！？\\n]{0,10}(?:之前|以上|先前|上面|前面|此前|以前|原来|系统|系統|所有)[^。.!?！？\\n]{0,8}(?:指令|指示|提示|说明|說明|命令|规则|規則|要求)',
    '(?:これまで|以前|上記|今まで|前|先ほど|元|システム)の(?:すべての|全ての|あらゆる)?(?:指示|命令|指令|プロンプト|ルール|規則)[^。\\n]{0,6}(?:無視|忘れ|従わ)',
    '(?:이전|위|앞|기존|지금까지|처음)(?:의|에)?[^.\\n]{0,12}(?:지시|명령|지침|규칙|프롬프트|안내)[^.\\n]{0,10}(?:무시|잊|따르지)',
  ],
);

export const SOFT_ELSEWHERE = patterns(
  [
    '(?:du bist (?:jetzt|nun|ab jetzt|ab sofort|von nun an)|(?:ab jetzt|von nun an|ab sofort) bist du|(?:tu so|stell dir vor),? (?:als (?:ob|wärst)|du (?:bist|seist))|gib dich als)',
    '(?:tu es (?:maintenant|désormais)|vous êtes (?:maintenant|désormais)|désormais,? (?:tu es|vous êtes)|(?:fais|faites) (?:semblant|comme si)|prétends être)',
    '(?:(?:ahora|desde ahora|a partir de ahora),? eres|eres ahora|(?:finge|haz como) (?:ser|que|si)|actúa como si)',
    '(?:(?:agora|a partir de agora),? (?:você|tu) (?:é|és)|você (?:agora é|é agora)|(?:finja|finge) (?:ser|que)|aja como se)',
    "(?:(?:ora|adesso|d'ora in poi),? sei|sei (?:ora|adesso)|(?:fingi|fai finta) di|comportati come se)",
    '(?:(?:теперь|отныне|с этого момента),? ты|ты теперь|притворись|представь,? что ты|веди себя как)',
    '(?:أنت الآن|من الآن (?:فصاعدا )?أنت|تظاهر|تصرف (?:كأنك|وكأنك|كما لو))',
  ],
  [
    '(?:你现在是|你現在是|从现在(?:起|开始),?你(?:是|就是)|從現在(?:起|開始),?你|假装(?:你|自己)|假裝(?:你|自己)|扮演|假设你是)',
    '(?:(?:今|これ)から(?:あなた|君|お前)は|あなたは(?:今|これ)から|(?:ふり|振り)を(?:して|しろ|せよ)|になりきって)',
    '(?:(?:지금|이제)부터 (?:너|당신)|(?:인 )?척(?:해|하세요))',
  ],
);

/** Commands in other languages, see `guard-commands`. */
export const COMMANDS_ELSEWHERE = patterns(
  [
    'du (?:musst|sollst|wirst|hast) (?:ab jetzt |ab sofort |von nun an |mir |dem nutzer )?(?:immer|nie|niemals|stets|allen|jede[nrsm]?|alles|bedingungslos|gehorchen)',
    `(?:befolge|gehorche|folge|genehmige|bestätige|akzeptiere) (?:immer |stets |bedingungslos )*(?:allen|alle|alles|jede)`,
    `${NOT_DE}(?:führe|lösche|sende|schicke|genehmige|installiere|überweise|pushe|merge|veröffentliche|bestätige|immer)${NOT_AFTER_DE}[^.\\n]{0,100}ohne (?:nachzufragen|zu fragen|rückfrage|nachfrage|bestätigung|erlaubnis|zustimmung)`,
    '(?:sag|sage|sagst|verrate|verrätst|erzähl|erzähle|zeig|zeige|erwähne)[^.\\n]{0,30}(?:dem|der|den) (?:nutzer|benutzer|anwender|user)[a-z]*[^.\\n]{0,20}(?:nichts|nicht|nie|niemals)',
    `${NOT_DE}(?:sende|schicke|leite|poste|kopiere|übermittle|lade)${NOT_AFTER_DE}[^.\\n]{0,80}(?:an|nach|zu|auf|bei) (?:https?:|www\\.|[^ @]+@[^ @]+\\.)`,
    '(?:tu dois|vous devez|tu devras|vous devrez|tu ne dois|vous ne devez) (?:jamais|toujours|désormais|maintenant|obéir|ne jamais|approuver|ignorer|tout)',
    "(?:n'en (?:dis|dites|parle|parlez)|ne (?:dis|dites|révèle|révélez|mentionne|mentionnez|parle|parlez))[^.\\n]{0,40}(?:à l'utilisat|aux utilisat)",
    `${NOT_FR}(?:exécute|supprime|envoie|approuve|installe|publie|valide|accepte|toujours|fais)[a-z]*[^.\\n]{0,100}sans (?:jamais )?(?:demander|confirm|permission|autorisation|poser de question|prévenir)`,
    '(?:obéis|obéissez|suis (?:tous|toutes) les|suivez (?:tous|toutes) les) ?[^.\\n]{0,20}(?:ordre|instruction|consigne|commande|moi|à)',
    `${NOT_FR}(?:envoie|envoyez|transmets|transmettez|publie|copie)[^.\\n]{0,80}(?:à|vers|sur) (?:https?:|www\\.|[^ @]+@[^ @]+\\.)`,
    '(?:debes|tienes que|deberás|debe usted) (?:siempre|nunca|obedecer|ignorar|aprobar|hacer todo)',
    'no (?:le |se lo )?(?:digas|cuentes|menciones|reveles|informes)[^.\\n]{0,30}(?:al|a la|a los) usuari',
    `${NOT_ES}(?:ejecuta|borra|elimina|envía|aprueba|instala|publica|acepta|siempre|haz)[^.\\n]{0,100}sin (?:preguntar|pedir|confirma|permiso|avisar|autorización)`,
    '(?:obedece|sigue (?:todas|todos)|cumple (?:todas|todos))[^.\\n]{0,30}(?:orden|órdenes|instrucci|comando|todo|siempre)',
    `${NOT_ES}(?:envía|manda|reenvía|publica|copia)[^.\\n]{0,80}(?:a|al|hacia|en) (?:https?:|www\\.|[^ @]+@[^ @]+\\.)`,
    '(?:você|tu) (?:deve|deves|tem de|tem que|precisa) (?:sempre|nunca|obedecer|ignorar|aprovar)',
    'não (?:conte|diga|revele|mencione|informe|digas|contes)[^.\\n]{0,30}(?:ao|à|aos) (?:usuári|utilizador)',
    `${NOT_PT}(?:execute|apague|envie|aprove|instale|publique|aceite|sempre|faça)[^.\\n]{0,100}sem (?:perguntar|pedir|confirma|permissão|avisar|autorização)`,
    '(?:obedeça|siga todas|cumpra todas)[^.\\n]{0,30}(?:ordens|instruç|comando|tudo|sempre)',
    `${NOT_PT}(?:envie|mande|encaminhe|publique|copie)[^.\\n]{0,80}(?:para|a|em) (?:https?:|www\\.|[^ @]+@[^ @]+\\.)`,
    '(?:devi|dovrai|deve) (?:sempre|ora|obbedire|ignorare|approvare|fare tutto)',
    "non (?:dire|rivelare|menzionare|informare|raccontare)[^.\\n]{0,40}(?:all'utent|l'utent|agli utent)",
    `${NOT_IT}(?:esegui|cancella|invia|approva|installa|pubblica|accetta|sempre|fai)[^.\\n]{0,100}senza (?:chiedere|conferma|permesso|avvisare|autorizzazione)`,
    '(?:obbedisci|segui (?:tutte|tutti)|esegui (?:tutte|tutti))[^.\\n]{0,30}(?:ordin|istruzion|comand|sempre)',
    `${NOT_IT}(?:invia|manda|inoltra|pubblica|copia)[^.\\n]{0,80}(?:a|ad|su|verso) (?:https?:|www\\.|[^ @]+@[^ @]+\\.)`,
    '(?:ты|вы) (?:должен|должна|должны|обязан|обязана|обязаны) (?:всегда|никогда|подчиняться|выполнять|одобрять)',
    '(?:выполняй|исполняй|одобряй) (?:все|всё|любые|каждую) (?:команд|приказ|просьб|запрос|инструкц|указани)',
    'всегда (?:выполняй|подчиняйся|одобряй|отправляй|соглашайся|доверяй)',
    'не (?:говори|сообщай|рассказывай|показывай|упоминай)[^.\\n]{0,40}пользовател',
    `${NOT_RU}(?:выполняй|удаляй|удали|отправляй|отправь|одобряй|устанавливай|запускай)[^.\\n]{0,80}без (?:подтверждени|разрешени|вопрос|спрос|согласи)`,
    `${NOT_RU}(?:отправь|отправляй|перешли|пересылай|скопируй|загрузи)[^.\\n]{0,80}(?:на|в|по|к) (?:https?:|www\\.|адрес|[^ @]+@[^ @]+\\.)`,
    '(?:يجب (?:عليك )?(?:أن )?|عليك أن )[^.\\n]{0,20}(?:دائما|أبدا|تطيع|تنفذ|توافق|ترسل)',
    'لا تخبر[^.\\n]{0,20}المستخدم',
    '(?:نفذ|احذف|أرسل|وافق)[^.\\n]{0,60}(?:دون|بدون) (?:إذن|سؤال|تأكيد|علم|أن تسأل)',
    `(?:أرسل|انسخ|ارفع)[^.\\n]{0,80}(?:إلى|الى) (?:https?:|www\\.|[^ @]+@[^ @]+\\.)`,
  ],
  [
    '你(?:必须|必須|应该|應該|要|得)(?:始终|永远|总是|一直|无条件|無條件|永遠|總是|服从|服從|听从|聽從|批准)',
    '(?:不要|别|別|不得|绝不|絕不|切勿)(?:告诉|告訴|通知|让|讓|提醒)[^。\\n]{0,4}用[户戶]',
    `${NOT_ZH}(?:无需|無需|不需要?|不用|不必|未经|未經|不经|不經)[^。\\n]{0,6}(?:询问|詢問|确认|確認|征得|同意|许可|許可|批准)[^。\\n]{0,20}${NOT_ZH}(?:执行|執行|删除|刪除|发送|發送|安装|安裝|运行|運行|转账|提交|推送)`,
    '(?:总是|始终|永远|直接|一律|總是|始終)[^。\\n]{0,12}(?:服从|批准|同意|执行所有|发送)|(?:执行|服从|遵循|遵从)(?:网页|页面|邮件|文件)?[^。\\n]{0,6}(?:所有|任何|一切|全部)[^。\\n]{0,6}(?:指令|命令|指示)',
    '(?:发送|發送|上传|上傳|转发|轉發|抄送)[^。\\n]{0,30}(?:到|至|给|給) ?(?:https?:|www\\.|[a-z0-9._-]+@)',
    'システムプロンプト[^。\\n]{0,10}(?:表示|出力|教え|見せ)',
    '(?:あなた|君)は(?:必ず|常に|いつも|絶対に|今後)',
    '(?:ユーザー?|利用者|使用者)に(?:は)?[^。\\n]{0,10}(?:言わ|伝え|教え|知らせ|話さ|報告し|報告せ)[なず]',
    `(?:確認(?:なし|せず)|許可なく|許可なし|無断で|承認なし)[^。\\n]{0,30}(?:(?:実行|削除|送信|承認|公開|インストール)${NOT_AFTER_JA}|送って|して(?!は))`,
    '(?:すべて|全て|あらゆる)の(?:指示|命令|要求)に(?:従|服従)',
    '(?:送信|送って|転送|アップロード)[^。\\n]{0,30}(?:https?:|www\\.)|(?:https?:|www\\.|@)[^。\\n]{0,40}(?:に|へ)(?:送信|送って|転送|アップロード)',
    '(?:너|당신|넌)(?:는|은)? ?(?:항상|반드시|절대|언제나)',
    '사용자에게[^.\\n]{0,14}(?:말하지|알리지|보여주지|언급하지)',
    `(?:확인|허락|승인|허가|동의) ?없이[^.\\n]{0,30}(?:실행|삭제|전송|보내|승인|설치)${NOT_AFTER_KO}`,
  ],
);
