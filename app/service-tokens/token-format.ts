import { tokenFormat } from '#app/platform/crypto/token-format.ts'

export const serviceTokenFormat = tokenFormat('foyer_service_')
