import { createContext, useContext } from 'react'

interface FormContext {
  /** Sets the fields of one form apart from those of another on the same page. */
  id: string
  busy: boolean
  /** True for two seconds after it was sent and taken. */
  saved?: boolean
  errors: Partial<Record<string, string>>
  /** Fields changed since the errors came: what was wrong with them may be right by now. */
  edited: readonly string[]
  /** What was typed before the server answered a form that was sent without script; never a password. */
  oldInput: Partial<Record<string, string>>
}

export const FormContext = createContext<FormContext>({
  id: '',
  busy: false,
  errors: {},
  edited: [],
  oldInput: {},
})

export const useFormContext = () => useContext(FormContext)

/** What a field needs to know of its form. */
export function useField(name: string) {
  const { id, errors, edited, oldInput } = useFormContext()
  return {
    id: id + name,
    error: edited.includes(name) ? undefined : errors[name],
    oldInput: oldInput[name],
  }
}
