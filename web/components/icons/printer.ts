export const printer = 'M6 7V3h8v4M6 14H3.5V7h13v7H14M6 11.5h8V17H6Z'
