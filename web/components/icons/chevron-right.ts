export const chevronRight = 'M7.5 5.5 12 10 7.5 14.5'
