#!/bin/bash
# Makes the README's pictures from real runs: bash docs/pictures.sh, from the top of a checkout.
set -euo pipefail
bin=$(mktemp -d)/obscope
go build -o "$bin" .
env= # a variable of obscope's, NAME=value
shot() { # name, size, keys, arguments of obscope
	local out=docs/$1.svg size=$2 keys=$3
	shift 3
	go run ./internal/testkit/screentest/shot ${env:+-env "$env"} -size "$size" -keys "$keys" -o "$out" -- "$bin" "$@"
}
home=$(mktemp -d)
mkdir -p "$home/.claude/projects/shop"
cp testdata/captures/sessions/lost-button.jsonl "$home/.claude/projects/shop/run.jsonl"
env=HOME=$home shot lost 120x34 'f type:Place_order see:lost_in_step_6' last
shot tools 120x34 'T see:paid_again' testdata/captures/sessions/lost-button.jsonl
shot inspector 120x34 'f type:More_opt enter see:out_at_cap'
shot why 100x30 'f type:More_opt enter enter see:back_with'
shot costs 120x34 'p see:by_part'
shot funnel 120x34 'p p p j j j see:cut_at_the_cap'
shot dialects 120x34 'f type:Place_order enter P C l l l l see:exact' testdata/captures/cdp/form.cdp-rpc.json
shot steps 120x34 'p p p p p p see:steps' testdata/captures/logs/playwright.trace.jsonl --capture 1
# A phone that shows another screen from its second dump on.
phone=$(mktemp -d)
cat >"$phone/adb" <<'EOF'
#!/bin/sh
cd "$(dirname "$0")"
free='<node text="Free delivery" class="android.widget.CheckBox" checkable="true" clickable="true" enabled="true" bounds="[40,420][1040,520]"/>'
pay='To the cart'
if [ -e dumped ]; then free='' pay='Pay 42,00 €'; fi
touch dumped
cat <<XML
<hierarchy rotation="0"><node text="" class="android.widget.FrameLayout" package="com.shop" enabled="true" bounds="[0,0][1080,2400]">
<node text="Back" class="android.widget.Button" clickable="true" enabled="true" bounds="[40,40][200,110]"/>
<node text="Your order" class="android.widget.TextView" enabled="true" bounds="[40,120][700,200]"/>
<node text="Quantity" class="android.widget.EditText" clickable="true" focusable="true" enabled="true" bounds="[40,260][1040,380]"/>
$free
<node text="$pay" class="android.widget.Button" clickable="true" enabled="true" bounds="[40,2200][1040,2340]"/>
</node></hierarchy>
XML
EOF
chmod +x "$phone/adb"
PATH=$phone:$PATH shot live 132x28 'f type:Free enter P r see:gone D see:difference' attach adb
