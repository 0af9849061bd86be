export { negotiateLanguage } from './negotiate-language.ts'
export { parseMessage, type MessagePart } from './parse-message.ts'
export { msg, type Message } from './msg.ts'
export {
  createTranslator,
  type Translations,
  type Translator,
  type Translation,
} from './translator.ts'
export type { PlaceholderNames, Value, Values, ValuesOf } from './placeholders.ts'
