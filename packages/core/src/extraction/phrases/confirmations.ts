/** With which a person agrees to what the assistant just said, in a few languages. [X-1] */

const YES =
  /^[\s"'*]*(?:yes|yeah|yep|yup|sure|exactly|correct|right|agreed|ok(?:ay)?|sounds good|perfect|great|good|do (?:it|that)|go ahead|let'?s (?:do|go with)|please do|lgtm|ja|jawohl|genau|richtig|stimmt|passt|gerne?|einverstanden|mach (?:das|es)|oui|ouais|exact(?:ement)?|d'accord|parfait|vas-y|s[ií]|exacto|correcto|de acuerdo|claro|perfecto|vale|adelante|sim|certo|isso|va bene|esatto|d'accordo|好的?|是的?|对|對|没问题|可以|はい|そうです|了解|お願いします|да|верно|точно|хорошо|نعم|صحيح)(?![\p{L}])/iu;
const BUT =
  /^[^.!?\n]{0,60}(?<![\p{L}])(?:but|except|however|aber|jedoch|mais|sauf|pero|excepto|mas|ma|但是?|でも|но|لكن)(?![\p{L}])/iu;

export const isConfirmation = (text: string): boolean => YES.test(text) && !BUT.test(text);
