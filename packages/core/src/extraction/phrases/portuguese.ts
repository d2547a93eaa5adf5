/** Portuguese set phrases, of Portugal and of Brazil. */
import { namePhrase, oneOf, phrasesOf } from './language.ts';

const IMPERATIVE = oneOf(
  `usa use usem utiliza utilize escreve escreva responde responda coloca coloque põe ponha adiciona adicione pergunta pergunte explica explique
   formata formate testa teste começa comece mostra mostre verifica verifique cria crie deixa deixe`,
);
const VERB = oneOf(
  `uso usamos utilizo utilizamos escrevo escrevemos prefiro preferimos trabalho trabalhamos bebo testo testamos programo programamos
   desenvolvo desenvolvemos publicamos`,
);
/** "uso" and "trabalho" are nouns, too: "só uso interno". */
const NO_NOUN = String.raw`(?! (?:interno|externo|pessoal|privado|público|comercial|previsto|remoto)(?![\p{L}]))`;
const DO_NOT = oneOf(
  `uses use utilizes utilize escrevas escreva ponhas ponha coloques coloque adiciones adicione respondas responda perguntes pergunte faças faça
   apagues apague publiques publique`,
);
/** Excludes objects that only the conversation identifies, such as "this one" or "the option". */
const PASSING_START = String.raw`(?!(?:o|a|os|as|este|esta|estes|estas|esse|essa|isso|isto|um|uma|teu|tua|seu|sua|que)(?![\p{L}]))`;

export const PORTUGUESE_PHRASES = phrasesOf({
  leadIn: String.raw`(?:por favor|e|então|bom|ok|certo|olha|olá|oi|obrigad[oa]|a propósito|aliás|além disso|também|(?:podes|pode|poderias|poderia|podias))(?![\p{L}])[\s,:!.–-]*`,
  facts: [
    `(?:lembra(?:-te)?|lembre(?:-se)?|lembrar|recorda|recorde|não te esqueças|não se esqueça|não esqueças?|não esqueça)(?: bem)?(?: de)? que (.{8,})`,
    String.raw`(?:lembra|lembre|anota|anote|memoriza|memorize|guarda|guarde|regista|registe|registra|registre|salva|salve)(?: isto| isso| o seguinte)?(?: na (?:tua |sua )?memória)?\s*:\s*(.{8,})`,
    `(?:tem em conta|tenha em conta|leva em conta|leve em conta|anota|anote) que ((?:eu |nós |(?:o |a |os |as )?(?:meus?|minhas?|noss[oa]s?) |sempre |nunca |prefiro |uso |usamos ).+)`,
    String.raw`para (?:o futuro|a próxima(?: vez)?|mais tarde|depois)\s*[,:]\s*(.{8,})`,
    namePhrase(String.raw`(?:[Cc]hamo-me|(?:[Ee]u )?[Mm]e chamo|(?:[Oo] )?[Mm]eu nome é) \p{Lu}.*`),
    String.raw`(?:eu )?sou (?:alérgic[oa] (?:a|ao|à|aos|às)|vegan[oa]|vegetarian[oa]|dalt[oóô]nic[oa]|canhot[oa])(?![\p{L}]).*`,
    namePhrase(
      String.raw`(?:[Ee]u )?(?:[Mm]oro (?:em|no|na)|[Vv]ivo (?:em|no|na)|[Tt]rabalho (?:em|no|na|para)) \p{Lu}.*`,
    ),
  ],
  standing: [
    String.raw`(?:a partir de (?:agora|hoje)|de agora em diante|daqui em diante|daqui (?:para a|pra) frente|doravante|no futuro)(?:\s{0,8}[,:])?\s{1,8}(?!(?:isto|isso) (?:deve|deveria|vai)).{6,}`,
    `(?:${IMPERATIVE} sempre|sempre ${IMPERATIVE}) .{2,}`,
    `(?:(?:nunca|jamais) ${DO_NOT}|não ${DO_NOT} (?:nunca|jamais)) .{2,}`,
    `(?:eu |nós )?(?:sempre|nunca|só|normalmente|geralmente|apenas) ${VERB}${NO_NOUN} .+`,
    `a gente (?:sempre|nunca|só) (?:usa|escreve|testa|publica|prefere) .+`,
    `(?:eu |nós )?${VERB} (?:sempre|só|apenas|somente) .+`,
    `(?:eu )?(?:nunca|só) como (?!(?:se|exemplo|último|última|referência)(?![\\p{L}])).+`,
    String.raw`(?:eu |nós )?(?:prefiro|preferimos) ${PASSING_START}\S.+(?: a | ao | à | aos | às | do que | em vez de | ao invés de ).+`,
    String.raw`(?:podes chamar-me|podes me chamar(?: de)?|pode me chamar(?: de)?|pode chamar-me) (?!(?:quando|se|amanhã|depois|às)(?![\p{L}]))[\p{L}'-]{2,30}[.!]?$`,
  ],
  names: [
    namePhrase(String.raw`(?:[Cc]hama-me|[Cc]hame-me|[Mm]e cham[ae](?: de)?) \p{Lu}[\p{L}'-]{1,29}[.!]?$`),
  ],
  corrections: [
    `(?:não[,.:;!]+ )?(?:nós )?(?:usamos|uso|utilizamos|utilizo|escrevemos|publicamos (?:com|em)) ${PASSING_START}[^,.;]+,? (?:e )?(?:não|em vez de|ao invés de) .+`,
    `(?:eu )?(?:disse|pedi|falei) ${PASSING_START}[^,.;]+,? (?:e )?não .+`,
    `não[,.:;!]+ ((?:usa|use|utiliza|utilize) ${PASSING_START}[^,.;]+,? (?:e )?(?:não|em vez de|ao invés de) .+)`,
  ],
  passing:
    /(?<![\p{L}])(?:por (?:agora|enquanto|ora)|[dn]esta vez|[dn]essa vez|só (?:por )?hoje|n(?:este|esse) (?:caso|ficheiro|arquivo|teste)|para (?:este|esta|esse|essa) (?:tarefa|teste|ficheiro|arquivo|commit|caso|sessão)|temporariamente|por exemplo|suponhamos|hoje à noite)(?![\p{L}])/iu,
  refusal: `(?:prefiro|preferimos|preferiria|preferiríamos)(?: (?:sempre|mesmo))? não (?:responder|dizer|falar|comentar|revelar|partilhar|compartilhar|discutir|decidir|continuar)(?:-te|-lhe|-lo)?(?: (?:nada|mais))?(?: (?:a|sobre|de|disso|sobre isso|nisso)(?: (?:isso|isto|assunto|tema|(?:esse|este|o) (?:assunto|tema)|(?:essa|esta|essas|a|tua|sua)s? perguntas?))?)?(?:,? (?:agora|aqui|obrigad[oa]|por favor))?`,
  firstPerson:
    /(?<![\p{L}])(?:eu|me|mim|meus?|minhas?|nós|noss[oa]s?|a gente|ch?am[oae]-me|uso|usamos|prefiro|preferimos|sou|moro|vivo|trabalho)(?![\p{L}])/iu,
});
