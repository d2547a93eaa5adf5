/** Converts the language model's settings to form fields, and fields to a request. [PG-22] */
import {
  err,
  LIMITS,
  type ModelPatch,
  type ModelSettingsResult,
  ok,
  type Result,
  type SettingsPatch,
} from '@cairn/schema';

export type ModelForm = ReturnType<typeof formOf>;

/** A model on this machine costs nothing and sends nothing to others. */
const FIRST_URL = 'http://127.0.0.1:11434/v1';

export const formOf = (model: ModelSettingsResult | null) => ({
  baseUrl: model?.baseUrl ?? FIRST_URL,
  /** Separated by commas. */
  models: (model?.models ?? []).join(', '),
  /** Empty keeps the present key. */
  apiKey: '',
  tokensPerDay: String(model?.tokensPerDay ?? LIMITS.modelTokensPerDay),
  priceIn: model?.price == null ? '' : String(model.price.in),
  priceOut: model?.price == null ? '' : String(model.price.out),
  currency: model?.currency ?? '',
});

const numberIn = (text: string): number | null => {
  const plain = text.trim().replace(',', '.');
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
};

/** Returns the request, or a sentence that says what is wrong. */
export const patchOf = (form: ModelForm): Result<SettingsPatch, string> => {
  const models = form.models
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (form.baseUrl.trim() === '')
    return err('Enter the address of the model, like http://127.0.0.1:11434/v1.');
  if (models.length === 0) return err('Enter the name of the model, as the endpoint calls it.');
  // Digits only: "200,000" and "200.000" would be read as 200.
  const tokensPerDay = form.tokensPerDay.trim();
  if (!/^\d+$/.test(tokensPerDay)) return err('Tokens a day must be a whole number, such as 200000.');
  const price = priceOf(form);
  if (!price.ok) return price;
  const currency = form.currency.trim();
  const apiKey = form.apiKey.trim();
  const model: ModelPatch = {
    ...{ baseUrl: form.baseUrl.trim(), models, tokensPerDay: Number(tokensPerDay), price: price.value },
    ...(currency === '' && price.value === null ? {} : { currency: currency || null }),
    ...(apiKey === '' ? {} : { apiKey }),
  };
  return ok({ model });
};

const priceOf = ({ priceIn, priceOut }: ModelForm): Result<(ModelPatch['price'] & {}) | null, string> => {
  if (priceIn.trim() === '' && priceOut.trim() === '') return ok(null);
  const [asked, answered] = [numberIn(priceIn), numberIn(priceOut)];
  if (asked === null || answered === null)
    return err(
      'A price is two numbers: the price of a million input tokens, and of a million output tokens. Leave both empty for none.',
    );
  return ok({ in: asked, out: answered });
};

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** Returns the command that does the same in a terminal, for changes that a page may not make. */
export const commandOf = ({ baseUrl, models }: ModelForm): string => {
  const [name = ''] = models.split(',');
  return `cairn init --yes --agent none --vault local --model ${quoted(name.trim())} --model-url ${quoted(baseUrl.trim())}`;
};
