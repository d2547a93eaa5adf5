/**
 * The node of memories that were forgotten here. No stamp has this node, so no other device can put a memory into this trash. [M-16]
 */
export const HERE = 'here';
