/** Portuguese set phrases, of Portugal and of Brazil. */
import { NO_TOOL, namePhrase, oneOf, phrasesOf } from './language.ts';

const IMPERATIVE = oneOf(
  `usa use usem utiliza utilize escreve escreva responde responda coloque põe ponha adiciona adicione pergunta pergunte explica explique formata
   formate testa teste comece mostre verifica verifique crie deixe faz faça dê execute rode`,
);
const VERB = oneOf(
  `uso usamos utilizo utilizamos escrevo escrevemos prefiro preferimos trabalho trabalhamos bebo testo testamos programo programamos
   desenvolvo desenvolvemos publicamos`,
);
/** "uso" and "trabalho" are nouns, too: "só uso interno". */
const NO_NOUN = String.raw`(?! (?:interno|externo|pessoal|privado|público|comercial|previsto|remoto)(?![\p{L}]))`;
const DO_NOT = oneOf(
  `uses use utilizes utilize escrevas escreva ponhas ponha coloques coloque adiciones adicione respondas responda perguntes pergunte faças faça
   apagues apague publiques publique commite mexas mexa toques toque modifiques modifique cries crie remova removas`,
);
const JOB = oneOf(
  `enfermeir[oa] médic[oa] professora? desenvolvedora? programadora? engenheir[oa] estudante advogad[oa] arquitet[oa] contabilista contador(?:a)? designer
   aposentad[oa] reformad[oa] jornalista tradutora? vendedora? eletricista cozinheir[oa] dentista`,
);
/** What the person wants from now on. What only happens from now on is a report. */
const WISH = String.raw`(?:por favor,? )?(?:(?:me )?${IMPERATIVE}|não ${DO_NOT}|(?:sempre|nunca|só|apenas|nada de|nenhum\p{L}*|usamos|vamos usar|quero|prefiro|me cham[ae]|trata-me|me trate|evita|evite)(?![\p{L}]))`;
const ONE_OF_FAMILY = String.raw`(?:filh[oa]s?|crianças?|cão|cães|cachorr[oa]s?|gat[oa]s?|irmãos?|irmãs?|net[oa]s?)(?![\p{L}])`;
/** Excludes objects that only the conversation identifies, such as "this one" or "the option". */
const PASSING_START = String.raw`(?!(?:o|a|os|as|este|esta|estes|estas|esse|essa|isso|isto|um|uma|teu|tua|seu|sua|que)(?![\p{L}]))`;

export const PORTUGUESE_PHRASES = phrasesOf({
  leadIn: String.raw`(?:por favor|e|então|bom|ok|certo|olha|olá|oi|obrigad[oa]|a propósito|na verdade|afinal|aliás|além disso|também|(?:podes|pode|poderias|poderia|podias))(?![\p{L}])[\s,:!.–-]*`,
  denial: 'não|na verdade|desculpa',
  facts: [
    `(?:lembra(?:-te)?|lembre(?:-se)?|lembrar|recorda|recorde|não te esqueças|não se esqueça|não esqueças?|não esqueça)(?: bem)?(?: de)? que (.{8,})`,
    String.raw`(?:lembra|lembre|anota|anote|memoriza|memorize|guarda|guarde|regista|registe|registra|registre|salva|salve|toma nota|tome nota)(?: isto| isso| o seguinte| aí)?(?: na (?:tua |sua )?memória)?\s*:\s*(.{8,})`,
    `(?:tem em (?:conta|mente)|tenha em (?:conta|mente)|leva em conta|leve em conta|anota|anote) que ((?:eu |nós |(?:o |a |os |as )?(?:meus?|minhas?|noss[oa]s?) |(?:nosso|nossa|meu|minha) |sempre |nunca |(?:não )?(?:${VERB}|como) ).+)`,
    String.raw`(?:não te esqueças|não se esqueça|não esqueças?|não esquecer)(?: disto| disso)?\s*:\s*((?:eu|nós|ele|ela|eles|o|a|os|as|um|uma|meu|minha|noss[oa]|cada|todos|todas|nenhum\p{L}*|às?|aos?) .{6,})`,
    String.raw`para (?:o futuro|a próxima(?: vez)?)\s*[,:]\s*(.{8,})`,
    namePhrase(
      String.raw`(?:[Cc]hamo-me \p{Lu}\S* \S|(?:(?:[Ee]u )?[Mm]e chamo|(?:[Oo] )?[Mm]eu nome é) \p{Lu}).*`,
    ),
    String.raw`(?:eu )?(?:sou (?:alérgic[oa]|intolerante)|tenho (?:alergia|intolerância)) (?:a|ao|à|aos|às) (?!(?:merge|reuniões|bugs?|código)(?![\p{L}])).+`,
    String.raw`(?:eu )?sou (?:vegan[oa]|vegetarian[oa]|celíac[oa]|diabétic[oa]|dalt[oóô]nic[oa]|canhot[oa])[,\s]{1,8}\p{L}.*`,
    String.raw`(?:eu )?não (?:como|bebo) (?:carnes?|porco|peixe|marisco|glúten|lactose|laticínios|leite|ovos?|álcool|açúcar|café)(?![\p{L}]).*`,
    `(?:eu )?sou ${JOB} (?:em|no|na|num|numa|do|da|de) .+`,
    String.raw`(?:o |a )?(?:meu|minha|nosso|nossa) (?:esposa|mulher|marido|companheir[oa]|namorad[oa]|filh[oa]|irmão|irmã|mãe|pai)(?: [\p{L}-]+)? (?:é (?:(?:alérgic[oa]|intolerante) (?:a|ao|à|aos|às) |(?:vegan|vegetarian|celíac|diabétic)[oa](?![\p{L}]))|tem alergia a).*`,
    `(?:eu |nós )?(?:já não (?:uso|usamos|utilizo|utilizamos)|não (?:uso|usamos|utilizo|utilizamos) mais) ${PASSING_START}(?!nada(?![\\p{L}])).+`,
    `(?:eu )?(?:não sou mais|já não sou) (?:vegan|vegetarian|celíac|alérgic|intolerant)[oae](?: .+|[.!]?$)`,
    namePhrase(
      String.raw`(?:[Ee]u )?(?:[Nn]ão (?:moro|vivo|trabalho) mais|[Jj]á não (?:moro|vivo|trabalho)) (?:em|no|na|para) ${NO_TOOL}\p{Lu}.*`,
    ),
    `(?:eu )?(?:já )?não (?:me vou mudar|vou me mudar|me mudo|vamos nos mudar)(?: mais)?(?: para .+)?[.!]?$`,
    namePhrase(
      String.raw`(?:[Vv]ou me mudar|[Vv]ou mudar-me|[Vv]amos nos mudar|[Mm]udo-me) para (?:o |a )?\p{Lu}.*`,
    ),
    String.raw`(?:eu )?trabalho como (?!(?:um|uma|sempre|se|antes|posso|todos|tu|você|previsto)(?![\p{L}])).{3,}`,
    `(?:eu )?trabalho (?:de casa|a partir de casa|remotamente|em home office) (?:às?|aos?|nas?|todas?|todos) .+`,
    `(?:eu )?tenho (?:um|uma|dois|duas|três|quatro|cinco) ${ONE_OF_FAMILY}(?! (?:n[oa]|d[oa]|de proces)(?![\\p{L}])).*`,
    `(?:o )?meu aniversário é (?:a |dia |em |no ).+`,
    namePhrase(
      String.raw`(?:[OoAa] )?(?:[Mm](?:eu|inha)|[Nn]oss[oa]) (?:esposa|mulher|marido|companheir[oa]|namorad[oa]|filh[oa]|irmão|irmã|mãe|pai|cão|cachorr[oa]|gat[oa]|chefe|médic[oa]) (?:se chama|chama-se|é) (?:o |a )?(?:doutora? )?\p{Lu}.*`,
    ),
    namePhrase(
      String.raw`(?:[Aa]gora )?(?:[Ee]u )?(?:[Mm]oro(?: agora)? (?:em|no|na)|[Vv]ivo(?: agora)? (?:em|no|na)|[Mm]udei-me para|[Mm]e mudei para|[Tt]rabalho (?:em|no|na|para)) ${NO_TOOL}\p{Lu}.*`,
    ),
  ],
  standing: [
    String.raw`(?:a partir de (?:agora|hoje)|de agora em diante|daqui em diante|daqui (?:para a|pra) frente|doravante|no futuro)(?:\s{0,8}[,:])?\s{1,8}${WISH} .{2,}`,
    `(?:me )?(?:${IMPERATIVE} sempre|sempre ${IMPERATIVE}) .{2,}`,
    `(?:(?:nunca|jamais) ${DO_NOT}|não ${DO_NOT} (?:nunca|jamais)) .{2,}`,
    `(?:eu |nós )?(?:sempre|nunca|só|normalmente|geralmente|apenas) ${VERB}${NO_NOUN} .+`,
    `(?:eu |nós )?(?:nunca|sempre) (?:fazemos|faço) (?:deploy|testes|backup|commit|merge)(?: .+|[.!]?$)`,
    `(?:podes tratar-me|trata-me|pode me tratar|me trate) por (?:tu|você)[.!]?$`,
    `a gente (?:sempre|nunca|só) (?:usa|escreve|testa|publica|prefere) .+`,
    `(?:eu |nós )?${VERB} (?:sempre|só|apenas|somente) .+`,
    `(?:eu )?(?:nunca|só) como (?!(?:o|a|no|na|nesse|neste|se|exemplo|último|última|referência)(?![\\p{L}])).+`,
    `(?:prefiro|preferia|preferiria) que .{2,40} sempre .+`,
    `(?:prefiro|preferimos) (?:(?:usar|utilizar|escrever|trabalhar com) ${PASSING_START}.+|(?:respostas|mensagens|explicações|comentários|exemplos|funções|commits) (?!d[aeo]|aqui).+)`,
    String.raw`(?:eu |nós )?(?:prefiro|preferimos) ${PASSING_START}(?!.*(?:[oa] (?:primeir|segund|terceir)[oa])(?![\p{L}]))\S.+(?: a | ao | à | aos | às | do que | em vez de | ao invés de ).+`,
    String.raw`(?:quero|queria|gostaria) que (?:(?:me|nos|não|tu|você) ){0,2}(?:sempre |nunca )?(?:(?<=você (?:sempre |nunca )?)\p{L}+|(?!(?:os|as|uns|umas|meus|minhas|estas|essas|todas)(?![\p{L}]))\p{L}+[ae]s)(?![\p{L}])[^,;]{0,40}(?<![\p{L}])(?:sempre|nunca|jamais)(?![\p{L}]).+`,
    String.raw`(?:podes chamar-me|podes me chamar(?: de)?|pode me chamar(?: de)?|pode chamar-me) (?!(?:quando|se|amanhã|depois|às)(?![\p{L}]))[\p{L}'-]{2,30}[.!]?$`,
  ],
  names: [
    namePhrase(String.raw`[Cc]hamo-me \p{Lu}[\p{L}'-]{1,29}[.!]?$`),
    `(?:eu )?sou (?:(?:vegan|vegetarian|celíac|diabétic|canhot)[oa]|${JOB})[.!]?$`,
    namePhrase(String.raw`(?:[Cc]hama-me|[Cc]hame-me|[Mm]e cham[ae](?: de)?) \p{Lu}[\p{L}'-]{1,29}[.!]?$`),
  ],
  corrections: [
    `(?:não[,.:;!]+ )?(?:nós )?(?:usamos|uso|utilizamos|utilizo|escrevemos|publicamos (?:com|em)) ${PASSING_START}[^,.;]+,? (?:e )?(?:não|em vez de|ao invés de) .+`,
    `(?:nós )?(?:já )?não (?:usamos|uso|utilizamos|utilizo) (?:mais )?${PASSING_START}[^,.;]+,? (?:mas|e) sim .+`,
    `(?:eu )?(?:disse|pedi|falei) ${PASSING_START}[^,.;]+,? (?:e )?não .+`,
    `não[,.:;!]+ ((?:usa|use|utiliza|utilize) ${PASSING_START}[^,.;]+,? (?:e )?(?:não|em vez de|ao invés de) .+)`,
  ],
  passing:
    /(?<![\p{L}])(?:(?:isso|isto)(?!\s{0,8}:)|nisso|disso|[nd]?ess[ea]s? (?:arquivo|ficheiro|código|erro|comando|teste|módulo|branch|pasta|variável|função)|[nd]est[ea]s?(?! (?:projeto|repo))|(?:sempre|nunca|só) est[ea]s?(?! (?:projeto|repo))|(?:nunca|só) como [nd]?ess[ea]|est[ea]s? (?:arquivo|ficheiro|erro|teste|pasta|variável|função)|(?<!de )hoje|ontem|amanhã|[oa] mesm[oa]|errad[oa]s?|antig[oa]s?|vazi[oa]s?|falh(?:a|am|ou|ava|aram)|funcionava|não (?:funciona|roda|consigo|responde|entendo|percebo|sei|definid[oa])|(?:um|o) erro|você (?:disse|está)|disseste|estás|ainda (?:tem|temos|tens|falta)|tem(?:os)? (?:que|de) (?:terminar|acabar|corrigir)|sempre (?:mais|assim|timeout|duas vezes|com [45]\d\d)|só erros|e nunca passa|e trava|já volto|está lent[oa]|de antes|vamos em frente|de novo|tela branca|por (?:agora|enquanto|ora)|[dn]esta vez|[dn]essa vez|só (?:por )?hoje|n(?:este|esse) (?:caso|ficheiro|arquivo|teste)|para (?:este|esta|esse|essa) (?:tarefa|teste|ficheiro|arquivo|commit|caso|sessão)|temporariamente|por exemplo|suponhamos|hoje à noite)(?![\p{L}])/iu,
  refusal: `(?:prefiro|preferimos|preferiria|preferiríamos)(?: (?:sempre|mesmo))? não (?:responder|dizer|falar|comentar|revelar|partilhar|compartilhar|discutir|decidir|continuar)(?:-te|-lhe|-lo)?(?: (?:nada|mais))?(?: (?:a|sobre|de|disso|sobre isso|nisso)(?: (?:isso|isto|assunto|tema|(?:esse|este|o) (?:assunto|tema)|(?:essa|esta|essas|a|tua|sua)s? perguntas?))?)?(?:,? (?:agora|aqui|obrigad[oa]|por favor))?`,
  condition:
    /(?<!mesmo |como )(?<![\p{L}-])(?:se(?! (?:chama|mudou|mudaram|formou|aposentou|tornou)(?![\p{L}]))|a menos que|assim que|desde que)(?![\p{L}-])/iu,
  firstPerson:
    /(?<![\p{L}])(?:não (?:como|bebo)|eu|me|mim|meus?|minhas?|nós|noss[oa]s?|a gente|cham[oae]-me|uso|usamos|prefiro|preferimos|quero|queria|sou|tenho|moro|vivo|trabalho)(?![\p{L}])/iu,
});
