import { isTestFile, type SourceTree } from './architecture/source-tree.ts'

/** A feature of PostgreSQL that an engine with its protocol lacks or has otherwise. */
interface DistributedFeature {
  name: string
  pattern: RegExp
  /** Empty if the documentation of the engine (CockroachDB 25.1, YugabyteDB 2025.2) lists no difference. */
  cockroach: string
  yugabyte: string
}

/** In the order of the table in docs/scale.md, which has those that we use. */
export const distributedFeatures: DistributedFeature[] = [
  {
    name: 'LISTEN and NOTIFY',
    pattern: /^\s*(un)?listen\s+["$\w]|^\s*(un)?listen\s*$|^\s*notify\s+\w|pg_notify\(/,
    cockroach: 'missing',
    yugabyte: 'since 2025.2.3, early access',
  },
  {
    name: 'advisory locks',
    pattern: /pg_(try_)?advisory_/,
    cockroach: 'without effect',
    yugabyte: 'since 2025.1',
  },
  {
    name: 'statement triggers',
    pattern: /\bfor each statement\b/,
    cockroach: 'missing',
    yugabyte: '',
  },
  {
    name: 'replaced trigger functions',
    pattern: /create or replace function/,
    cockroach: 'refused while a trigger uses the function',
    yugabyte: '',
  },
  {
    name: 'column privileges',
    pattern: /\b(grant|revoke) (select|insert|update|references) \(/,
    cockroach: 'missing',
    yugabyte: '',
  },
  {
    name: 'unlogged tables',
    pattern: /\bunlogged table\b/,
    cockroach: 'ordinary tables',
    yugabyte: 'ordinary tables',
  },
  {
    name: 'pg_stat_activity',
    pattern: /\bpg_stat_activity\b/,
    cockroach: 'empty',
    yugabyte: 'of one node',
  },
  { name: 'table locks', pattern: /\block table\b/, cockroach: 'missing', yugabyte: 'partly' },
  {
    name: 'deferrable constraints',
    pattern: /\bdeferrable\b|\bset constraints\b/,
    cockroach: 'missing',
    yugabyte: 'missing',
  },
  {
    name: 'exclusion constraints',
    pattern: /\bexclude using\b/,
    cockroach: 'missing',
    yugabyte: 'missing',
  },
  { name: 'inheritance', pattern: /\binherits\s*\(/, cockroach: 'missing', yugabyte: 'missing' },
  { name: 'GiST indexes', pattern: /\busing gist\b/, cockroach: 'missing', yugabyte: 'missing' },
  {
    name: 'XML functions',
    pattern: /\bxml(element|agg|forest|parse|table)\s*\(/,
    cockroach: 'missing',
    yugabyte: 'missing',
  },
  {
    name: 'two-phase commit',
    pattern: /\bprepare transaction\b/,
    cockroach: 'missing',
    yugabyte: 'missing',
  },
  {
    name: 'foreign tables',
    pattern: /\bcreate (foreign table|server)\b/,
    cockroach: 'missing',
    yugabyte: '',
  },
  {
    name: 'extensions',
    pattern: /\bcreate extension\b/,
    cockroach: 'without effect',
    yugabyte: 'those it brings',
  },
  { name: 'rules', pattern: /\bcreate (or replace )?rule\b/, cockroach: 'missing', yugabyte: '' },
  {
    name: 'system columns',
    pattern: /\b(ctid|xmin|xmax|cmin|tableoid)\b/,
    cockroach: 'missing',
    yugabyte: 'missing',
  },
]

/** The names of the features that a statement uses. */
export function featuresOf(statement: string): string[] {
  const text = statement.toLowerCase().replaceAll(/\s+/g, ' ')
  return distributedFeatures.filter(({ pattern }) => pattern.test(text)).map(({ name }) => name)
}

/** `path: feature` of each feature in the SQL of the server, from its strings and templates. */
export function distributedFeatureUses(tree: SourceTree): string[] {
  const uses = new Set<string>()
  for (const source of tree.filter((each) => isServerSource(each.path) && !isTestFile(each))) {
    const add = (text: string) => {
      for (const feature of featuresOf(text)) uses.add(`${source.path}: ${feature}`)
    }
    source.visit({
      Literal: ({ value }) => typeof value === 'string' && add(value),
      TemplateLiteral: ({ quasis }) => add(quasis.map(({ value }) => value.raw).join('$0')),
    })
  }
  return [...uses].toSorted()
}

function isServerSource(path: string): boolean {
  return /^(app|packages\/channels\/bus)\//.test(path)
}
