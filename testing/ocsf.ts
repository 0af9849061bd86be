interface Rule {
  required?: string[]
  atLeastOne?: string[]
  optional?: string[]
}

const classification = ['activity_id', 'category_uid', 'class_uid', 'type_uid']
const event = {
  required: [...classification, 'time', 'severity_id', 'metadata', 'user'],
  optional: ['activity_name', 'status_id', 'message', 'src_endpoint', 'http_request', 'unmapped'],
}

/**
 * The demands of OCSF 1.3.0 on what we write. Of the optional fields only those that we use: another one may be wrong there.
 *
 * @see https://github.com/ocsf/ocsf-schema/tree/1.3.0 `events/base_event.json`, `events/iam`, `includes`, `objects`
 */
const classes: Record<number, Rule & { activities: number }> = {
  3001: { ...event, optional: [...event.optional, 'actor'], activities: 11 },
  3002: {
    ...event,
    optional: [...event.optional, 'session'],
    atLeastOne: ['service', 'dst_endpoint'],
    activities: 6,
  },
}

const objects: Record<string, Rule> = {
  metadata: { required: ['product', 'version'], optional: ['uid', 'sequence', 'event_code'] },
  product: { required: ['vendor_name'], atLeastOne: ['name', 'uid'] },
  user: { atLeastOne: ['account', 'name', 'uid'] },
  service: { atLeastOne: ['name', 'uid'] },
  actor: { atLeastOne: ['process', 'user', 'invoked_by', 'session', 'app_name', 'app_uid'] },
  session: { optional: ['uid'] },
  src_endpoint: { atLeastOne: ['ip', 'uid', 'name', 'hostname'], optional: ['location'] },
  location: { atLeastOne: ['city', 'country', 'postal_code', 'region'] },
  http_request: { optional: ['user_agent'] },
}

/** @returns a sentence for each rule that the line of an audit log breaks */
export function ocsfFaults(line: string): string[] {
  const fields = JSON.parse(line)
  const { message, class_uid, activity_id, activity_name } = fields
  const rule = classes[class_uid]
  if (!rule) return [`${message}: class ${class_uid}`]
  const hasActivity = activity_id === 99 ? activity_name : activity_id <= rule.activities
  const faults = [
    ...(hasActivity ? [] : [`activity ${activity_id}`]),
    ...(fields.type_uid === class_uid * 100 + activity_id ? [] : [`type ${fields.type_uid}`]),
    ...objectFaults(fields, rule),
  ]
  return faults.map((fault) => `${message}: ${fault}`)
}

function objectFaults(fields: object, rule: Rule): string[] {
  const { required = [], atLeastOne, optional = [] } = rule
  const known = [...required, ...(atLeastOne ?? []), ...optional]
  const names = Object.keys(fields)
  return [
    ...required.filter((name) => !names.includes(name)).map((name) => `${name} is missing`),
    ...(!atLeastOne || atLeastOne.some((name) => names.includes(name))
      ? []
      : [`none of ${atLeastOne.join(', ')}`]),
    ...names.filter((name) => !known.includes(name)).map((name) => `${name} is unknown`),
    ...Object.entries(fields).flatMap(([name, value]) => {
      const inner = objects[name]
      return inner ? objectFaults(value, inner).map((fault) => `${name}: ${fault}`) : []
    }),
  ]
}
