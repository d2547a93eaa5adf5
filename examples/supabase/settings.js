// Both may be public: row-level security guards the rows, not the key.
export const url = 'https://REF.supabase.co';
export const key = 'sb_publishable_…';
