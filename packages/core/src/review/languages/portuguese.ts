/** Portuguese word lists for finding contradictions, for Portugal and Brazil. */
import { languageFrom } from './language.ts';

export const PORTUGUESE = languageFrom({
  functionWords: `o a os as um uma uns umas de do da dos das e ou mas com para pra por pelo pela em no na nos nas ao à aos às se seu sua seus suas meu minha
     meus minhas nosso nossa nossos nossas que quem onde como sobre entre desde até eu ele ela eles elas nós sem lhe após antes depois cada`,
  fillers:
    'o a os as um uma uns umas agora atualmente já também ainda sempre geralmente normalmente principalmente muito só apenas somente mais mudamos mudou passamos passou trocamos trocou migramos migrado',
  negations: 'não nunca jamais nenhum nenhuma tampouco sem',
  negating: /\bjá não\b|\bnão \S{1,24} mais(?=\s|$)/,
  elision: null,
  folded: {
    be: 'sou somos é são era eram está estão foi será chama',
    use: 'uso usamos utilizo utilizamos usa usam usava utiliza utilizam utilizava emprega',
    run: 'roda rodam corre correm executa executam',
    live: 'moro moramos vivo vivemos mora moram vive vivem reside',
    work: 'trabalho trabalhamos trabalha trabalham trabalhava',
    prefer: 'prefiro preferimos prefere preferem preferia',
    deploy: 'publica publicam implanta implantam',
    listen: 'escuta escutam ouve',
    host: 'hospedado hospedada alojado alojada hospeda',
    store: 'guarda guardam armazena armazenam',
    start: 'começa começam inicia iniciam',
    end: 'termina terminam acaba acabam',
    need: 'precisa precisam requer requerem',
    own: 'possui possuem',
    lead: 'dirige dirigem lidera lideram',
    manage: 'gere gerem gerencia gerenciam',
    write: 'escreve escrevem escrito escrita',
    build: 'constrói constroem construído',
    has: 'tenho temos tem têm tinha',
    set: 'protegido protegida',
  },
  genericSubjects:
    'usuário usuária utilizador utilizadora equipe equipa projeto pessoa cliente empresa aplicação aplicativo sistema serviço repositório código servidor',
  slotNouns: `editor porta versão idioma língua linguagem dados framework prazo dono dona proprietário ramo cor tema fuso endereço morada aniversário
     telefone navegador cidade escritório domínio limite orçamento salário papel título cargo região fornecedor gerenciador gestor licença moeda
     estado intervalo tamanho preço altura largura comprimento responsável`,
  ordinalNouns: `contrato fatura pedido ticket issue passo sprint semana dia capítulo parte fase episódio pergunta tarefa página linha número sala andar nível bug pr
     teste quarto plataforma lição exercício commit caso`,
  datedNouns: 'prazo entrega lançamento aniversário início fim vencimento',
  events: 'ligou ligado telefonou respondeu escreveu pagou veio chegou apareceu',
  change:
    /(?:\bjá não|\bnão \S{1,24} mais|\bem vez de|\bao invés de|\bsubstitu\S{0,24}|\bmigrado|\bmigramos|\bmudado de|\bmudamos de|\bpassamos de|\ba partir de agora|\bagora)(?=\s|$)/,
  leftBehind:
    /\b(?:mudado|mudamos|mudou|passado|passamos|passou|migrado|migramos|migrou|trocamos|trocou) (?:de|do|da) ((?:\S+ ){0,2}?\S+) (?:para|pra|ao|à|por)(?=\s|$)|(?:^|\s)(?:já não (?:uso|usamos|usa|utilizo|utilizamos)|não (?:uso|usamos|usa|utilizo|utilizamos) mais) (?:o |a )?(\S+)|\b(?:deixei|deixamos|deixou) de usar (?:o |a )?(\S+)|\b(?:em vez de|ao invés de|substituímos|substituiu|vendi|vendemos)(?: [oa])?(?: (?:meu|minha))? (\S+)/,
});
