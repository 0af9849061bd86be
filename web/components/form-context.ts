import { createContext, useContext } from 'react'

interface FormContext {
  /** Prefix of the field ids, unique on the page. */
  id: string
  busy: boolean
  /** True for two seconds after success. */
  saved?: boolean
  errors: Partial<Record<string, string>>
  /** Fields changed since the errors arrived; their errors are hidden. */
  edited: readonly string[]
  /** Previous input of a form rejected without script; never a password. */
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

export function useField(name: string) {
  const { id, errors, edited, oldInput } = useFormContext()
  return {
    id: id + name,
    error: edited.includes(name) ? undefined : errors[name],
    oldInput: oldInput[name],
  }
}
