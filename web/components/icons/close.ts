export const close = 'M5 5l10 10M15 5 5 15'
