import { tokenFormat } from '#app/platform/crypto/token-format.ts'

/** Every API token starts with the prefix. */
export const apiTokenFormat = tokenFormat('foyer_')
