import { Alert } from './Alert.tsx'
import { useFormContext } from './form-context.ts'

/** The error of the form as a whole. Those of its fields are shown at the fields, and the first of them has the focus. */
export function FormError() {
  const { errors } = useFormContext()
  if (!errors.form) return null
  return (
    <Alert tone="danger" role="alert">
      {errors.form}
    </Alert>
  )
}
