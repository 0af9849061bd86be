import { tokenFormat } from '#app/platform/crypto/token-format.ts'

export const apiTokenFormat = tokenFormat('foyer_')
