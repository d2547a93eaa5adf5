/** As the node of what was forgotten here: no stamp has it, so no other device can put something in this trash. [M-16] */
export const HERE = 'here';
