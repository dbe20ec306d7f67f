// The workflow of a new project: the one of examples/workflows with npx in place of the Action, because
// a version of the Action cannot contain its own commit.

/** Actions are pinned to commits, because tags can be moved. */
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

/** The text of the workflow for this version of promptctl. */
export function starterWorkflow(version: string): string {
  const promptctl = `npx --yes promptctl@${version}`;
  return `# Validates and plans pull requests; applies pushes to main. Set these in the settings of the
# repository: the secret PROMPTCTL_API_KEY and the variable PROMPTCTL_BASE_URL.
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
    concurrency: # a newer push cancels the plan of an older one
      group: promptctl-plan-\${{ github.event.pull_request.number }}
      cancel-in-progress: true
${steps}
      - run: ${promptctl} validate --strict --format github
      # Pull requests of forks and of Dependabot get no secrets.
      - if: github.event.pull_request.head.repo.full_name == github.repository && github.actor != 'dependabot[bot]'
        run: ${promptctl} plan --base-url "$BASE_URL"
${service}
  apply:
    if: github.event_name == 'push'
    runs-on: ubuntu-latest
    timeout-minutes: 30
    environment: production # its secrets and reviewers: Settings > Environments
    concurrency: # the service has no locks: concurrent applies can create duplicates
      group: promptctl-apply
      cancel-in-progress: false # a running apply is never cancelled
      queue: max # every merge is applied, in order
${steps}
      - run: ${promptctl} apply --auto-approve --base-url "$BASE_URL"
${service}
`;
}
