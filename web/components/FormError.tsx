import { Alert } from './Alert.tsx'
import { useFormContext } from './form-context.ts'

/**
 * The error of the form as a whole. Those of its fields are shown at the fields, and the first of them has the focus.
 *
 * @param hiddenField  has no control that could show its error
 */
export function FormError({ hiddenField }: { hiddenField?: string | undefined }) {
  const { errors } = useFormContext()
  const error = errors.form ?? (hiddenField && errors[hiddenField])
  if (!error) return null
  return (
    <Alert tone="danger" role="alert">
      {error}
    </Alert>
  )
}
