// The workflow of a new project: that of examples/workflows with npx in place of the Action, whose
// commit a version of it cannot name.

/** Actions by the commits of their tags, which nobody can move. */
const checkout = "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1";
const setupNode = "actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0";

const steps = `    permissions:
      contents: read # to check out
    steps:
      - uses: ${checkout}
        with:
          persist-credentials: false
      - uses: ${setupNode}
        with:
          node-version: 24
          package-manager-cache: false`;

const service = `        env:
          PROMPTCTL_API_KEY: \${{ secrets.PROMPTCTL_API_KEY }}
          BASE_URL: \${{ vars.PROMPTCTL_BASE_URL }}`;

/** As text, for this version of the program. */
export function starterWorkflow(version: string): string {
  const promptctl = `npx --yes promptctl@${version}`;
  return `# A pull request is validated and planned; what reaches main is applied. Set these two in the
# settings of the repository: the secret PROMPTCTL_API_KEY and the variable PROMPTCTL_BASE_URL.
name: promptctl
on:
  pull_request:
  push:
    branches: [main]
permissions: {}
jobs:
  plan:
    if: github.event_name == 'pull_request'
    runs-on: ubuntu-latest
    timeout-minutes: 10
    concurrency: # a newer push makes the plan of an older one worthless
      group: promptctl-plan-\${{ github.event.pull_request.number }}
      cancel-in-progress: true
${steps}
      - run: ${promptctl} validate --strict --format github
      # Those of forks and of Dependabot get no secrets.
      - if: github.event.pull_request.head.repo.full_name == github.repository && github.actor != 'dependabot[bot]'
        run: ${promptctl} plan --base-url "$BASE_URL"
${service}
  apply:
    if: github.event_name == 'push'
    runs-on: ubuntu-latest
    timeout-minutes: 30
    environment: production # its secrets and its reviewers: Settings, Environments
    concurrency: # the service has no locks: two applies at once can make things twice
      group: promptctl-apply
      cancel-in-progress: false # an apply that has begun ends
      queue: max # and each merge gets its turn
${steps}
      - run: ${promptctl} apply --auto-approve --base-url "$BASE_URL"
${service}
`;
}
