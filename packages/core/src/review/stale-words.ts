/** Words for time by which a text goes stale, in eight languages, in lower case. [M-4] */

/** Words that make the date after them a due date. */
export const ENDS_ELSEWHERE = [
  'bis|frist(?: ist| endet| läuft)?|abgabe(?:termin)?(?: ist)?|fällig|gültig|läuft bis|endet|spätestens|vor|geplant',
  "jusqu'au|avant|d'ici(?: au)?|échéance(?: est)?|expire|se termine|prévue?|au plus tard|à rendre|aura lieu|date limite(?: est)?",
  'hasta|antes del?|plazo(?: es| termina)?|vence|caduca|termina|previst[oa]|a más tardar|fecha límite(?: es)?',
  'fino al|entro|prima del|scade|scadenza(?: è)?|termina|previst[oa]|al più tardi',
  'até(?: ao?)?|antes de|prazo(?: é| termina)?|expira|previst[oa]|data limite(?: é)?',
] as const;
/** Small words between such a word and its date: "bis zum 3. Oktober", "hasta el 3 de octubre". */
export const BEFORE_DATE =
  "(?:(?:am|zum|den|dem|einschließlich|ende|le|au|pour|el|al|para|por|il|entro|per|em|no|o|ao|dia|é|es|est|ist|für|bis)[ ,:]{1,2}|l')";

/** The date stands before its word in Japanese and often in Chinese. */
const CJK_DATE = '(?:(\\d{4})年)?(\\d{1,2})月(\\d{1,2})[日号號]';
export const DUE_UNSPACED: readonly RegExp[] = [
  new RegExp(
    `${CJK_DATE}(?:之前|以前|前|截止|到期|为止|為止|まで|が?期限|が?締め?切り?|に(?:終了|期限))`,
    'gu',
  ),
  new RegExp(
    `(?:截止(?:日期)?|到期日?|有效期|最晚|最迟|締め?切り?|期限|納期)[是为為到至:：は]{0,3}${CJK_DATE}`,
    'gu',
  ),
];

/** Periods by the days until they are over. In a list for languages with spaces, each is a word. */
export const SPANS_ELSEWHERE: readonly (readonly [days: number, spaced: string, unspaced: string])[] = [
  [
    2,
    "(?<!ab |bis |von )heute|(?<!d')aujourd'hui|ce (?:matin|soir)|cet après-midi|(?<!de |desde )hoy(?! en día)|esta (?:mañana|tarde|noche)|(?<!da |d')oggi|stamattina|stasera|(?<!de |desde )hoje(?! em dia)|esta (?:manhã|noite)",
    '(?<![从從])今天|今晚|今日(?!から)|今夜|今朝',
  ],
  [
    3,
    '(?<!am |jeden |jedem |guten |diesen |vom |einen |der |den |gestern )morgen|demain|(?<!la |las |esta |cada )mañana|domani|amanhã',
    '明天|明晚|(?<!透)明日',
  ],
  [
    8,
    'diese woche|dieses wochenende|diesen sprint|cette semaine|ce week-end|ce sprint|esta semana|este fin de semana|este sprint|questa settimana|questo (?:fine settimana|sprint)|este fim de semana',
    '本周|这周|這週|本週|这个星期|這個星期|今週',
  ],
  [
    15,
    'nächste[rn]? woche|kommende woche|nächstes wochenende|nächsten sprint|la semaine prochaine|le week-end prochain|le prochain sprint|la próxima semana|la semana que viene|la prossima settimana|settimana prossima|(?:na )?próxima semana|semana que vem',
    '下周|下週|下个星期|下個星期|来週',
  ],
  [32, 'diesen monat|dieser monat|ce mois(?:-ci)?|este mes|questo mese|este mês', '本月|这个月|這個月|今月'],
  [
    63,
    'nächsten monat|le mois prochain|el próximo mes|el mes que viene|il mese prossimo|il prossimo mese|próximo mês|mês que vem',
    '下个月|下個月|来月',
  ],
  [93, 'dieses quartal|ce trimestre|este trimestre|questo trimestre', '本季度|这个季度|今四半期'],
  [
    185,
    'nächstes quartal|le trimestre prochain|el próximo trimestre|il prossimo trimestre',
    '下季度|来四半期',
  ],
  [367, "dieses jahr|cette année|este año|quest'anno|este ano", '今年'],
  [
    732,
    "nächstes jahr|l'année prochaine|l'an prochain|el próximo año|el año que viene|l'anno prossimo|il prossimo anno|próximo ano|ano que vem",
    '明年|来年',
  ],
  [
    90,
    "vorübergehend|vorerst|zurzeit|zur zeit|bis auf weiteres|im moment|temporairement|provisoirement|pour l'instant|pour le moment|en ce moment|jusqu'à nouvel ordre|temporalmente|por ahora|de momento|por el momento|hasta nuevo aviso|temporaneamente|per ora|per il momento|al momento|fino a nuovo avviso|temporariamente|por agora|por enquanto|até novo aviso",
    '暂时|暫時|暂且|一時的に|当面の間|しばらくの間',
  ],
];
