/** The command that ends a value of a profile that cannot be read here: the one that can be and stands beside it, or one that says nothing. [TR-6] */
import { type FacetValue, isFieldFacet, isItemFacet, type ProfileName } from '@cairn/schema';
import type { StoredRegister } from '../ports/store.ts';

/** Null: a newer program's facet, about which this one can say nothing. */
export const endOfFacet = (
  of: ProfileName,
  facet: string,
  registers: readonly StoredRegister[],
): FacetValue | null => {
  const present = registers.find((register) => register.facet === facet);
  if (present !== undefined) return facetOf(present);
  if (isFieldFacet(facet)) return { facet, value: { of, value: null } };
  if (!isItemFacet(facet)) return null;
  return { facet, value: { of, section: '', text: '', enabled: false, order: 0, removed: true } };
};

const facetOf = ({ entity: _entity, hlc: _hlc, kg: _kg, seq: _seq, ...value }: StoredRegister): FacetValue =>
  value;
