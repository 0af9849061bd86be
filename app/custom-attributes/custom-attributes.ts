export { editable, shown } from './validate-attribute-list.ts'
export {
  attributesOutput,
  attributesPatch,
  type AttributeValues,
  valueFromText,
  valueSchema,
} from './attribute-schemas.ts'
export {
  attributeFields,
  attributeInfos,
  attributesAt,
  declaredAttributes,
  findByAttribute,
  publicAttributeInfos,
  publicAttributes,
  shownAttributes,
  storedValues,
} from './read-attributes.ts'
export { saveAttributes, setManagedAttributes } from './save-attributes.ts'
