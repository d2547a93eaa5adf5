/** French word lists for finding contradictions. */
import { languageFrom } from './language.ts';

export const FRENCH = languageFrom({
  functionWords: `le la les un une des du de et ou mais avec pour sur dans par chez au aux ce cet cette ces il elle ils elles on nous vous je tu se sa
     son ses leur leurs mon ma mes notre nos votre vos que qui dont où en ne y comme sous entre vers depuis à sans plus`,
  fillers:
    'le la les un une maintenant désormais actuellement déjà aussi encore toujours généralement surtout très seulement dorénavant',
  negations: 'pas jamais aucun aucune sans',
  negating: /(?:\bne \S{1,24}|\bn'\S{1,24}) plus(?=\s|$)/,
  elision: /^(?:l|d|n|s|j|m|t|c|qu)'/,
  folded: {
    be: 'suis sommes est sont était étaient sera devient appelle',
    use: 'utilisons utilise utilisent utilisait emploie emploient',
    run: 'tourne tournent tournait',
    live: 'habitons vivons vis habite habitent vit vivent',
    work: 'travaillons travaille travaillent travaillait',
    prefer: 'préférons préfère préfèrent préférait',
    deploy: 'déploie déploient déployé déployée',
    listen: 'écoute écoutent',
    host: 'hébergé hébergée hébergés héberge',
    store: 'stocke stockent stocké stockée',
    start: 'commence commencent démarre démarrent',
    end: 'finit finissent termine terminent',
    need: 'nécessite nécessitent requiert exige',
    own: 'possède possèdent',
    lead: 'dirigeons dirige dirigent',
    manage: 'gère gèrent',
    write: 'écrit écrite écrivent',
    build: 'construit construite construisent',
  },
  genericSubjects:
    'utilisateur utilisatrice équipe projet personne client cliente entreprise application appli système service dépôt code serveur',
  slotNouns: `éditeur port version langue langage données framework échéance propriétaire branche couleur thème fuseau adresse anniversaire
     téléphone navigateur ville bureau domaine limite budget salaire rôle titre poste région fournisseur gestionnaire licence devise
     statut intervalle taille prix hauteur largeur longueur délai`,
  ordinalNouns: `contrat facture commande ticket issue étape sprint semaine jour chapitre partie phase épisode question tâche page ligne numéro salle étage niveau bug pr
     test chambre quai leçon exercice commit cas`,
  datedNouns: 'échéance livraison lancement anniversaire début fin expiration sortie',
  events: 'appelé appelée rappelé téléphoné répondu écrit payé venu venue arrivé arrivée passé passée',
  change:
    /(?:\bne \S{1,24}|\bn'\S{1,24}) plus(?=\s|$)|\b(?:au lieu de|remplac\S{0,24}|passée?s? de|chang\S{1,24} de|maintenant|dorénavant)(?=\s|$)|(?:plutôt que|désormais|migré)(?=\s|$)/,
  leftBehind:
    /(?:passée?s?|migrée?s?|changée?s?) de ((?:\S+ ){0,2}?\S+) (?:à|vers|pour)(?=\s|$)|\bau lieu de (\S+)|plutôt que (\S+)|\bn'utilis(?:e|es|ons|ent) plus (?:le |la |les |de )?(\S+)|\bplus avec (?:le |la |les )?(\S+)|\barrêtée?s? d'utiliser (?:le |la |les )?(\S+)|\bvendu (?:le |la |mon |ma |notre )?(?:vieille |vieux )?(\S+)/,
});
