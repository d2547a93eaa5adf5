/** The node of memories that were forgotten here. No stamp has it, so no other device fills this trash. [M-16] */
export const HERE = 'here';
