#!/usr/bin/env bash
# Checks rulebooks, says what differs from a revision, builds them, and makes of their folder a site for a static host.
#
#     publish.sh [SITE]
#
# SITE is the folder to write to, `site` if left out. The rest is said by variables, each of which may be left out:
#
#     PADMA      the program                                 padma
#     CONTENT    the folder of the books                     content
#     BASE       the revision to compare with, such as origin/main; without it nothing is compared
#     CHANGES    where to write what differs, as Markdown    changes.md
#     DENY       what to fail on besides, such as uncovered,unread,changed; see `padma check --deny`
#     SITE_PATH  where the site will stand on its host       /
#
# What differs also goes to the summary of a workflow, if GITHUB_STEP_SUMMARY names one. The status is that of
# `padma check` or of `padma build`, the first that is not 0; a difference is no failure.
set -euo pipefail

site=${1:-site}
padma=${PADMA:-padma}
content=${CONTENT:-content}
base=${BASE:-}
changes=${CHANGES:-changes.md}
path=${SITE_PATH:-/}
deny=${DENY:-}

case $path in
*[!A-Za-z0-9._~%/-]* | //* | [!/]*)
    echo "SITE_PATH is \`$path\`; expected the path of an address, such as /rulebooks/" >&2
    exit 2
    ;;
esac

if [ -d "$changes" ]; then
    echo "CHANGES is the folder \`$changes\`; expected a file" >&2
    exit 2
fi
# A build says by this file that the folder is its own.
for file in index.html 404.html; do
    if [ -e "$site/$file" ] && [ ! -e "$site/.padma-build" ]; then
        echo "\`$site/$file\` was not written by a build; expected a new folder, or one that was" >&2
        exit 2
    fi
done

# A push of a new branch has a revision of zeros before it.
if [ -n "${base//0/}" ]; then
    status=0
    rm -f -- "$changes"
    "$padma" diff --content "$content" --format markdown "--output=$changes" -- "$base" "$content" || status=$?
    if [ "$status" -gt 1 ]; then
        echo "::warning::what differs from $base cannot be said"
    fi
    if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -f "$changes" ]; then
        cat -- "$changes" >>"$GITHUB_STEP_SUMMARY"
    fi
fi

"$padma" check --content "$content" --format github ${deny:+--deny "$deny"}
"$padma" build --content "$content" --out "$site"

# The host shall serve every file as it is.
[ -e "$site/.nojekyll" ] || : >"$site/.nojekyll"
# This page stands for every address that is not there, so its link is no relative one.
rm -f -- "$site/404.html"
cat >"$site/404.html" <<PAGE
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>No such page</title>
</head>
<body>
<h1>No such page</h1>
<p>There is no page at this address. <a href="${path%/}/index.html">All rulebooks</a></p>
</body>
</html>
PAGE
echo "$site is ready to be served"
