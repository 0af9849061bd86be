import { createContext, useContext } from 'react'

interface FormState {
  /** Sets the fields of one form apart from those of another on the same page. */
  id: string
  busy: boolean
  /** True for two seconds after it was sent and taken. */
  saved?: boolean
  errors: Partial<Record<string, string>>
  /** Fields changed since the errors came: what was wrong with them may be right by now. */
  edited: readonly string[]
  /** What was typed before the server answered a form that was sent without script; never a password. */
  typed: Partial<Record<string, string>>
}

export const FormState = createContext<FormState>({
  id: '',
  busy: false,
  errors: {},
  edited: [],
  typed: {},
})

export const useFormState = () => useContext(FormState)

/** What a field needs to know of its form. */
export function useField(name: string) {
  const { id, errors, edited, typed } = useFormState()
  return {
    id: id + name,
    error: edited.includes(name) ? undefined : errors[name],
    typed: typed[name],
  }
}
