export const home = 'M3 9l7-6 7 6v8h-4.5v-5h-5v5H3Z'
